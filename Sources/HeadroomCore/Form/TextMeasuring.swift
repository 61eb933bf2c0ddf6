/// How large text is in a font: what a toolkit knows and the core does not.
///
/// One that measures stands for one font at one size; another font is another one.
public protocol TextMeasuring {
    /// The size of `text`, in logical pixels, set in lines at most `width` wide and at most `lines` of them (nil: as
    /// many as it takes).
    func size(of text: String, width: Double, lines: Int?) -> Size
}
