//! The adapters that come with the project.

use crate::Test;

/// The tests of this file.
pub(crate) const TESTS: &[Test] = &[];
