//! The setting for the analyst that compares positions.

/// The analyst that compares positions, as set (E-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Comparer {
    /// Networks in this process if their weights are installed, else words.
    #[default]
    Auto,
    /// Words alone.
    Lexical,
    /// Networks in this process.
    Local,
    /// A model.
    Model,
}

impl Comparer {
    pub(super) const ALL: [Comparer; 4] = [Comparer::Auto, Comparer::Lexical, Comparer::Local, Comparer::Model];

    pub(super) fn as_str(self) -> &'static str {
        match self {
            Comparer::Auto => "auto",
            Comparer::Lexical => "lexical",
            Comparer::Local => "local",
            Comparer::Model => "model",
        }
    }
}
