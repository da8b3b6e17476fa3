//! The one writer of files: what a run writes is there whole, or what was there before still is.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::output::Output;
use crate::base::visible_line;
use crate::driver::{Exit, reason};

/// What a text is, and so which files it may replace.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// Rules in the language.
    Rules,
    /// What was found with rules: it never replaces a `.game` file.
    Result,
}

/// Says before any work is done that a result could not be written to `path`, a result of the rules in `source`.
///
/// # Errors
/// How the command ends then.
pub(super) fn ready(path: Option<&str>, source: &str, output: &Output) -> Result<(), Exit> {
    let Some(path) = path.filter(|path| *path != "-") else { return Ok(()) };
    if let Some(kind) = Path::new(path).extension().and_then(|e| e.to_str()).filter(|e| is_no_text(e)) {
        let (as_svg, path) = (visible_line(&path[..path.len() - kind.len()]).into_owned(), visible_line(path));
        output.message(&format!(
            "sgi: pictures are written as SVG, not as {}: write `-o {as_svg}svg`, and make the other one from it with a \
             browser, Inkscape, or `rsvg-convert -o {path} {as_svg}svg`\n",
            kind.to_ascii_uppercase()
        ));
        return Err(Exit::Usage);
    }
    let same = |target: &Path| Path::new(source).canonicalize().is_ok_and(|source| source == target);
    if let Ok(target) = Path::new(path).canonicalize()
        && same(&target)
    {
        output.message(&format!("sgi: `{path}` holds the rules: choose another file for the result\n"));
        return Err(Exit::Usage);
    }
    match writable(Path::new(path), Content::Result) {
        Ok(()) => Ok(()),
        Err(error) => Err(failed(path, &error, output)),
    }
}

/// Writes the result of a run that ended with `exit`: to standard output without a path; otherwise into a file, which a
/// run that failed makes, but never replaces. Returns how the command ends.
pub(super) fn result(path: Option<&str>, text: &str, exit: Exit, output: &Output) -> Exit {
    let Some(path) = path.filter(|path| *path != "-") else {
        output.document(text);
        return exit;
    };
    if exit != Exit::Success && fs::metadata(path).is_ok_and(|found| found.is_file()) {
        output.message(&format!("sgi: `{path}` is left as it was, because the run did not succeed\n"));
        return exit;
    }
    match replace(Path::new(path), text, Content::Result) {
        Ok(()) => exit,
        Err(error) => exit.worst(failed(path, &error, output)),
    }
}

/// Says that a file cannot be written.
pub(super) fn failed(path: &str, error: &io::Error, output: &Output) -> Exit {
    output.message(&format!("sgi: cannot write `{}`: {}\n", visible_line(path), reason(error)));
    if error.kind() == ErrorKind::InvalidFilename { Exit::Usage } else { Exit::Io }
}

/// Makes a file.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] when anything of that name is there; whatever the system says. Nothing is left behind.
pub(super) fn create(path: &Path, text: &str) -> io::Result<()> {
    beside(path, text, None)?.persist_noclobber(path).map(|_| ()).map_err(|error| error.error)
}

/// Makes or replaces a file. Links are followed; the mode of a file stays, and so does its owner where that is allowed. A
/// device or pipe is written to.
///
/// # Errors
/// Whatever the system says; the file is then as it was.
pub(super) fn replace(path: &Path, text: &str, content: Content) -> io::Result<()> {
    match target(path, content)? {
        Target::Stream => OpenOptions::new().append(true).open(path)?.write_all(text.as_bytes()),
        Target::File(path, old) => {
            beside(&path, text, old.as_ref())?.persist(&path).map(|_| ()).map_err(|error| error.error)
        }
    }
}

/// Whether [`replace`] could begin.
fn writable(path: &Path, content: Content) -> io::Result<()> {
    match target(path, content)? {
        Target::Stream => Ok(()),
        Target::File(path, _) => beside(&path, "", None).map(|_| ()),
    }
}

enum Target {
    /// A file to be made or replaced, with what is known of the one that is there.
    File(PathBuf, Option<Metadata>),
    /// A device or pipe.
    Stream,
}

/// What a path leads to.
fn target(path: &Path, content: Content) -> io::Result<Target> {
    let target = match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Ok(found) if !found.is_file() || is_descriptor(path) => return Ok(Target::Stream),
        Ok(found) => {
            // A file that must not be written is not replaced either.
            OpenOptions::new().write(true).open(path)?;
            Target::File(path.canonicalize()?, Some(found))
        }
        Err(error) if error.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_ok() => {
            return Err(io::Error::new(ErrorKind::NotFound, "it is a link that leads nowhere"));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Target::File(path.to_path_buf(), None),
        Err(error) => return Err(error),
    };
    match &target {
        Target::File(file, _) if content == Content::Result && (is_rules(path) || is_rules(file)) => {
            Err(io::Error::new(ErrorKind::InvalidFilename, "a `.game` file holds rules, no result"))
        }
        _ => Ok(target),
    }
}

/// Whether files with this extension hold pictures in a form that `sgi` does not write.
fn is_no_text(extension: &str) -> bool {
    ["png", "jpg", "jpeg", "gif", "pdf", "webp"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

fn is_rules(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("game"))
}

/// Whether the path names what this process has open, such as `/dev/stdout`: that is written to, wherever it leads.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/dev/stdout", "/dev/stderr", "/proc"].iter().any(|known| path.starts_with(known))
}

/// The text in a new file beside `path`, under a name that nobody can foresee and that no link stands for; it vanishes
/// unless it is persisted.
fn beside(path: &Path, text: &str, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sgi-");
    #[cfg(unix)]
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(permissions);
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Some(old) = old {
        #[cfg(unix)]
        {
            use std::os::unix::fs::{MetadataExt, fchown};
            // Only the administrator may give files away.
            let _ = fchown(file.as_file(), Some(old.uid()), Some(old.gid()));
        }
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}
