extension Notes {
    /// What the object answers to Introspect: the interface's contract.
    static let introspection = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <interface name="org.example.Notes1">
            <method name="Add">
              <arg name="text" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
              <arg name="number" type="u" direction="out"/>
            </method>
            <method name="Get">
              <arg name="number" type="u" direction="in"/>
              <arg name="text" type="s" direction="out"/>
            </method>
            <method name="All"><arg name="notes" type="a(us)" direction="out"/></method>
            <method name="WaitFor">
              <arg name="number" type="u" direction="in"/>
              <arg name="text" type="s" direction="out"/>
            </method>
            <method name="Forget"><arg name="number" type="u" direction="in"/></method>
            <signal name="Added"><arg name="number" type="u"/><arg name="text" type="s"/></signal>
            <property name="Count" type="u" access="read"/>
            <property name="Title" type="s" access="readwrite"/>
            <property name="Texts" type="as" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="invalidates"/>
            </property>
            <property name="Waiting" type="u" access="read"/>
            <property name="Version" type="u" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
          </interface>
        </node>

        """
}
