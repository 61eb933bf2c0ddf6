"""Asks for ADDRESS with one more header, NAME VALUE; prints the status, and who but the pages from there may read it."""
import sys
import urllib.error
import urllib.request

address, name, value = sys.argv[1:]
try:
    answer = urllib.request.urlopen(urllib.request.Request(address, headers={name: value}))
except urllib.error.HTTPError as refusal:
    answer = refusal
print(answer.status, answer.headers.get("Access-Control-Allow-Origin", "none"))
