// Avalonia's IInputPane on Linux, told by Headroom: a sketch. Avalonia is not in Debian, so this has not been compiled.
//
// It stands on Tmds.DBus.Protocol, which Avalonia's FreeDesktop back end uses. Where that back end's top level answers
// TryGetFeature, it returns one of these; InputPane, InputPaneAwareDecorator and programs then work as they do on phones.
using System;
using Avalonia;
using Avalonia.Animation.Easings;
using Avalonia.Controls;
using Avalonia.Controls.Platform;
using Avalonia.Threading;
using Tmds.DBus.Protocol;

internal sealed class HeadroomInputPane : IInputPane
{
    private const string Name = "org.headroom.Headroom1";
    private const string Path = "/org/headroom/Headroom1";
    private const string Interface = "org.headroom.Headroom1.Keyboard";

    private readonly TopLevel _topLevel;
    private ulong _serial;

    public InputPaneState State { get; private set; }
    public Rect OccludedRect { get; private set; }
    public event EventHandler<InputPaneStateEventArgs>? StateChanged;

    public HeadroomInputPane(TopLevel topLevel, Connection bus)
    {
        _topLevel = topLevel;
        foreach (var member in new[] { "WillShow", "WillChangeFrame", "WillHide" })
        {
            var rule = new MatchRule { Type = MessageType.Signal, Sender = Name, Path = Path, Interface = Interface, Member = member };
            // A Did repeats where its Will was going: an input pane has no use for it.
            _ = bus.AddMatchAsync(rule, (message, _) => Notification.Read(message.GetBodyReader()),
                (error, notification, _, _) => { if (error is null) Dispatcher.UIThread.Post(() => Take(notification, member != "WillHide")); },
                ObserverFlags.None);
        }
        _ = AskAsync(bus);
        // Not shown: on NameOwnerChanged of Name, AskAsync for a new owner; without one for two seconds, as a WillHide with
        // a duration of 0.
    }

    private async System.Threading.Tasks.Task AskAsync(Connection bus)
    {
        var writer = bus.GetMessageWriter();
        writer.WriteMethodCallHeader(Name, Path, Interface, "GetState", flags: MessageFlags.NoAutoStart);
        var (phase, notification) = await bus.CallMethodAsync(writer.CreateMessage(), (message, _) =>
        {
            var reader = message.GetBodyReader();
            return (reader.ReadString(), Notification.Read(reader));
        });
        Dispatcher.UIThread.Post(() => Take(notification, phase is not ("hidden" or "hiding")));
    }

    private void Take(Notification told, bool isVisible)
    {
        // serial: a reply overtakes signals that were sent before it.
        if (told.Serial <= _serial)
            return;
        _serial = told.Serial;
        // placement: a pane that floats is closed, by Avalonia's own definition.
        State = isVisible && told.Placement == "docked" ? InputPaneState.Open : InputPaneState.Closed;
        // frame_begin, frame_end: with the candidate bar. The end of a hide lies outside of the output and covers nothing.
        var start = Client(told, told.FrameBegin);
        OccludedRect = State == InputPaneState.Open ? Client(told, told.FrameEnd) : default;
        // start-time: what has passed of a motion that runs already is no part of the animation.
        var passed = Math.Max(0, Environment.TickCount64 - (long)(told.StartTime / 1000));
        var duration = TimeSpan.FromMilliseconds(Math.Max(0, told.DurationMs - passed));
        StateChanged?.Invoke(this, new InputPaneStateEventArgs(State, start, OccludedRect, duration, told.Easing));
    }

    // From the output's pixels to the top level's own: Headroom's unit is the X server's pixel, Avalonia's is that divided
    // by the scaling. output-frame is where the output is in the space in which PointToClient takes its points.
    private Rect Client(Notification told, Rect frame)
    {
        if (told.OutputFrame is not { } output)
            return default;
        var clipped = frame.Translate(output.Position).Intersect(output);
        var origin = _topLevel.PointToClient(new PixelPoint((int)clipped.X, (int)clipped.Y));
        return new Rect(origin, clipped.Size / _topLevel.RenderScaling);
    }

    private sealed record Notification(
        ulong Serial, Rect FrameBegin, Rect FrameEnd, uint DurationMs, ulong StartTime, string Placement, Rect? OutputFrame,
        IEasing Easing)
    {
        public static Notification Read(Reader reader)
        {
            var serial = reader.ReadUInt64();
            reader.ReadString(); // output: output-frame says where it is.
            var (begin, end) = (ReadRect(ref reader), ReadRect(ref reader));
            reader.ReadDouble(); // bottom_inset: for those who do not know where their window is.
            reader.ReadDouble(); // candidate_bar_height: part of the frames already.
            var duration = reader.ReadUInt32();
            var details = reader.ReadDictionaryOfStringToVariantValue();
            var curve = details["curve"].GetString();
            var numbers = details["curve-parameters"].GetArray<double>();
            return new(serial, begin, end, duration, details["start-time"].GetUInt64(), details["placement"].GetString(),
                details.TryGetValue("output-frame", out var output) ? ToRect(output) : null,
                ToEasing(curve, numbers, duration / 1000.0));
        }

        // curve, curve-parameters: x1 y1 x2 y2, or mass, stiffness, damping; one that is not known runs evenly.
        private static IEasing ToEasing(string curve, double[] numbers, double seconds) => curve switch
        {
            "cubic-bezier" => new SplineEasing(numbers[0], numbers[1], numbers[2], numbers[3]),
            "spring" => new CriticalSpring(Math.Sqrt(numbers[1] / numbers[0]) * seconds),
            _ => new LinearEasing(),
        };

        // Avalonia's own SpringEasing takes its progress for seconds. At most critical damping, as Headroom evaluates them.
        private sealed class CriticalSpring(double end) : Easing
        {
            public override double Ease(double progress) =>
                progress >= 1 ? 1 : 1 - (1 + end * progress) * Math.Exp(-end * progress);
        }

        private static Rect ReadRect(ref Reader reader)
        {
            reader.AlignStruct();
            return new(reader.ReadDouble(), reader.ReadDouble(), reader.ReadDouble(), reader.ReadDouble());
        }

        private static Rect ToRect(VariantValue value) =>
            new(value.GetItem(0).GetDouble(), value.GetItem(1).GetDouble(), value.GetItem(2).GetDouble(), value.GetItem(3).GetDouble());
    }
}
