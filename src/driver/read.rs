//! The one reader of texts from outside: bounded, whatever stands behind a name.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Bytes of the largest text that is read. Devices and pipes may go on without end.
pub const LARGEST: u64 = 32 << 20;

/// All that a stream holds.
///
/// # Errors
/// [`ErrorKind::FileTooLarge`] after [`LARGEST`] bytes; whatever the system says.
pub fn stream(stream: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST { Err(too_large()) } else { Ok(bytes) }
}

/// All that standard input holds.
///
/// # Errors
/// As [`stream`].
pub fn input() -> io::Result<Vec<u8>> {
    stream(io::stdin().lock())
}

/// All that a file holds; a device or pipe that was named is read as well.
///
/// # Errors
/// As [`stream`].
pub fn file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > LARGEST {
        return Err(too_large());
    }
    stream(file)
}

fn too_large() -> io::Error {
    io::Error::new(ErrorKind::FileTooLarge, format!("it holds more than {} MiB", LARGEST >> 20))
}

/// Why the system refused, without its error number.
#[must_use]
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let mut rest = text.split(" (os error").next().unwrap_or(&text).chars();
    rest.next().into_iter().flat_map(char::to_lowercase).chain(rest.clone()).collect()
}

/// A file that may be used by the rules of `folder`: a regular `.game` file, in that folder or below, wherever links on the
/// way lead. `Ok(None)` when there is no such file; its path without links says which one it is.
///
/// # Errors
/// Why it must not be read.
pub(super) fn inside(folder: &Path, file: &str) -> Result<Option<PathBuf>, String> {
    let asked = folder.join(file);
    let refused = |error: io::Error| format!("cannot read `{file}`: {}", reason(&error));
    let path = match asked.canonicalize() {
        Ok(path) => path,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(refused(error)),
    };
    // The current folder is the empty path.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !path.starts_with(folder.canonicalize().map_err(refused)?) {
        return Err(format!("`{file}` is a link that leads out of this folder"));
    }
    if path.extension().is_none_or(|extension| extension != "game") {
        return Err(format!("`{file}` leads to what is no `.game` file"));
    }
    // Before it is opened: a pipe would be waited for.
    if !path.metadata().map_err(refused)?.is_file() {
        return Err(format!("`{file}` is no regular file"));
    }
    Ok(Some(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_read_up_to_the_limit() {
        let most = usize::try_from(LARGEST).expect("small");
        assert_eq!(stream(io::repeat(b'#').take(LARGEST)).map(|bytes| bytes.len()).ok(), Some(most));
        assert_eq!(stream(io::repeat(b'#')).map_err(|error| error.kind()), Err(ErrorKind::FileTooLarge));
    }
}
