//! Words that no function may be called by in the languages that `sgi export` writes.

/// Keywords of C++ up to C++26 (ISO/IEC 14882, [lex.key] and [lex.digraph]).
const CPP: &str = "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t \
    class co_await co_return co_yield compl concept const consteval constexpr constinit const_cast continue \
    contract_assert decltype default delete do double dynamic_cast else enum explicit export extern false float for \
    friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected \
    public register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch \
    template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t \
    while xor xor_eq";

/// Keywords of Python 3 (`keyword.kwlist`).
const PYTHON: &str = "False None True and as assert async await break class continue def del elif else except finally for \
    from global if import in is lambda nonlocal not or pass raise return try while with yield";

/// What the written programs use themselves, or their headers define.
const USED: &str = "main std divmod ValueError int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intmax_t \
    uintmax_t intptr_t uintptr_t size_t ptrdiff_t";

/// Why a function may not be called so; `None` when it may.
#[must_use]
pub fn taken(name: &str) -> Option<&'static str> {
    let is_in = |words: &str| words.split_whitespace().any(|word| word == name);
    // <cstdint> defines `INT64_MAX`, `UINT8_C` and their kin; these beginnings are kept for such names.
    let macros = ["INT", "UINT", "SIZE_", "PTRDIFF_", "WCHAR_", "WINT_", "SIG_ATOMIC_"];
    let reserved =
        name.contains("__") || name.starts_with('_') && name[1..].starts_with(|c: char| c.is_ascii_uppercase());
    if is_in(CPP) {
        Some("this is a keyword of C++")
    } else if is_in(PYTHON) {
        Some("this is a keyword of Python")
    } else if is_in(USED) || macros.iter().any(|start| name.starts_with(start)) {
        Some("the written program uses this name")
    } else if reserved {
        Some("C++ keeps this name for itself")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_taken_and_names_are_not() {
        for word in
            ["class", "delete", "std", "lambda", "xor_eq", "None", "co_await", "main", "INT64_MAX", "_A", "a__b"]
        {
            assert!(taken(word).is_some(), "{word}");
        }
        for word in ["grundy", "f", "is_lost", "Class", "_f", "_", "interval", "matches"] {
            assert_eq!(taken(word), None, "{word}");
        }
    }
}
