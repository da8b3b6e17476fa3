//! Makes bytes that fail fewer and smaller, as long as they fail.

/// So often a smaller case is tried.
const TRIES: usize = 400;

/// The least bytes found that still fail.
pub fn shrunk(mut bytes: Vec<u8>, fails: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut left = TRIES;
    let mut smaller = |bytes: &mut Vec<u8>, other: Vec<u8>| {
        if left == 0 || other == *bytes {
            return false;
        }
        left -= 1;
        let failed = fails(&other);
        if failed {
            *bytes = other;
        }
        failed
    };
    loop {
        let before = bytes.clone();
        let mut size = bytes.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at < bytes.len() {
                let end = (at + size).min(bytes.len());
                let without = [&bytes[..at], &bytes[end..]].concat();
                let zeros = [&bytes[..at], &vec![0; end - at], &bytes[end..]].concat();
                if !smaller(&mut bytes, without) {
                    smaller(&mut bytes, zeros);
                    at += size;
                }
            }
            size /= 2;
        }
        for at in 0..bytes.len() {
            for byte in [bytes[at] / 2, bytes[at].saturating_sub(1)] {
                let mut other = bytes.clone();
                other[at] = byte;
                smaller(&mut bytes, other);
            }
        }
        if bytes == before {
            return bytes;
        }
    }
}
