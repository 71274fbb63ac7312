//! Authentication by token, and the tenant of each token (O-42).
//!
//! Tokens are stored as digests. Every lookup compares all of them in constant time, so neither memory nor timing reveals a token. Not
//! here: the location of the token file, and responses to callers.
use crate::service::Caller;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::net::SocketAddr;

/// Minimum length of a token. Our choice: 16 random characters can't be guessed over a network; a word can.
const SHORTEST: usize = 16;

/// The name that marks the owner's token. It is mandatory, so that a forgotten tenant name doesn't grant the owner's rights.
pub(crate) const OWNER: &str = "owner";

/// Maximum length of a token, so that it fits into a header.
const LONGEST: usize = 512;

/// The valid tokens, and the host names of the server. Without tokens every caller is the owner.
#[derive(Clone, Debug, Default)]
pub struct Access {
    tokens: Vec<(Caller, [u8; 32])>,
    hosts: Vec<String>,
}

/// An error in a token file. No message contains a token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// The file has no tokens.
    #[error(
        "there is no token; write one a line, `TENANT TOKEN` or `owner TOKEN`, each at least {SHORTEST} characters"
    )]
    Empty,
    /// A token without a tenant.
    #[error(
        "line {line} has a token without an owner; write `owner TOKEN` for all debates of the store, or `TENANT TOKEN` for a tenant's own"
    )]
    Whose {
        /// Line number.
        line: usize,
    },
    /// More than two words in a line.
    #[error("line {line} is neither `TENANT TOKEN` nor `owner TOKEN`; write one token a line, without blanks in it")]
    Words {
        /// Line number.
        line: usize,
    },
    /// A token that is too short or too long.
    #[error(
        "the token in line {line} has {found} characters; it must have {SHORTEST} to {LONGEST}: make one with `openssl rand -hex 32`"
    )]
    Length {
        /// Line number.
        line: usize,
        /// Length of the token.
        found: usize,
    },
    /// A token with characters that a header can't contain.
    #[error("the token in line {line} has characters that a header can't contain; use letters and digits")]
    Characters {
        /// Line number.
        line: usize,
    },
    /// An invalid tenant name.
    #[error(
        "the tenant in line {line} is not a name of at most 64 letters, digits, dots and dashes; `owner` is written in small letters"
    )]
    Tenant {
        /// Line number.
        line: usize,
    },
    /// The same token twice.
    #[error("the token in line {line} is also in line {first}; give each tenant its own")]
    Twice {
        /// Line number of the first.
        first: usize,
        /// Line number of the second.
        line: usize,
    },
    /// A public address without tokens.
    #[error(
        "`{0}` can be reached from other machines, and no token is required; name a file of tokens with `--token-file`, or listen on 127.0.0.1"
    )]
    Exposed(SocketAddr),
}

impl Access {
    /// Access without tokens, for loopback addresses only.
    pub fn open() -> Access {
        Access::default()
    }

    /// Parses a token file: `TENANT TOKEN` per line, or `owner TOKEN` for the owner of the store; `#` begins a comment.
    pub fn parse(text: &str) -> Result<Access, AccessError> {
        let mut tokens: Vec<(usize, Caller, [u8; 32])> = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            let content = content.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let words: Vec<&str> = content.split_whitespace().collect();
            let (tenant, token) = match words.as_slice() {
                [_] => return Err(AccessError::Whose { line }),
                [OWNER, token] => ("", *token),
                [tenant, token] => (*tenant, *token),
                [] | [..] => return Err(AccessError::Words { line }),
            };
            let found = token.chars().count();
            if !(SHORTEST..=LONGEST).contains(&found) {
                return Err(AccessError::Length { line, found });
            }
            if !token.bytes().all(|it| it.is_ascii_graphic()) {
                return Err(AccessError::Characters { line });
            }
            let is_named = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-' | '_');
            if tenant.len() > 64 || !tenant.chars().all(is_named) || tenant.eq_ignore_ascii_case(OWNER) {
                return Err(AccessError::Tenant { line });
            }
            let digest = digest(token);
            if let Some((first, ..)) = tokens.iter().find(|(_, _, it)| *it == digest) {
                return Err(AccessError::Twice { first: *first, line });
            }
            tokens.push((line, Caller::of(tenant), digest));
        }
        if tokens.is_empty() {
            return Err(AccessError::Empty);
        }
        let tokens = tokens.into_iter().map(|(_, caller, digest)| (caller, digest)).collect();
        Ok(Access { tokens, hosts: Vec::new() })
    }

    /// Adds host names of the server to those of the machine: `debates.example.org`, with or without a port.
    pub fn with_hosts(mut self, hosts: impl IntoIterator<Item = String>) -> Access {
        self.hosts.extend(hosts.into_iter().map(|it| it.to_ascii_lowercase()));
        self
    }

    /// The additional host names.
    pub fn hosts(&self) -> &[String] {
        &self.hosts
    }

    /// Number of tenants; one if no token is required.
    pub fn tenants(&self) -> usize {
        self.tokens.iter().map(|(caller, _)| &caller.tenant).collect::<BTreeSet<_>>().len().max(1)
    }

    /// Whether no token is required.
    pub fn is_open(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Rejects a public address if no token is required (I-30).
    pub fn check(&self, address: SocketAddr) -> Result<(), AccessError> {
        let is_reachable = !address.ip().to_canonical().is_loopback();
        if self.is_open() && is_reachable { Err(AccessError::Exposed(address)) } else { Ok(()) }
    }

    /// The caller to whom a token belongs; the owner if no token is required.
    pub fn caller(&self, token: Option<&str>) -> Option<Caller> {
        if self.is_open() {
            return Some(Caller::default());
        }
        let digest = digest(token?);
        // Compares all tokens, so that timing doesn't reveal a match.
        let fits =
            self.tokens.iter().fold(None, |found, (caller, it)| if same(it, &digest) { Some(caller) } else { found });
        fits.cloned()
    }
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Compares in constant time.
fn same(a: &[u8; 32], b: &[u8; 32]) -> bool {
    let difference = a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b));
    std::hint::black_box(difference) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef";
    const OTHER: &str = "fedcba9876543210";

    /// O-42: a token identifies one tenant; wrong, missing and truncated tokens identify none.
    #[test]
    fn a_token_says_whose_debates_are_seen() {
        let access = Access::parse(&format!("# tokens\n\nowner {TOKEN}\nacme {OTHER}\n")).unwrap();
        let whose = |token: Option<&str>| access.caller(token).map(|it| it.tenant);
        assert_eq!(whose(Some(TOKEN)).as_deref(), Some(""));
        assert_eq!(whose(Some(OTHER)).as_deref(), Some("acme"));
        for wrong in [None, Some(""), Some("0123456789abcde"), Some("0123456789abcdeF"), Some("acme")] {
            assert_eq!(whose(wrong), None, "{wrong:?}");
        }
        assert_eq!(Access::open().caller(None), Some(Caller::default()));
        assert!(!format!("{access:?}").contains(TOKEN), "no token is kept");
    }

    /// O-42: errors in a token file name the line and no token. A token without a tenant is an error, not the owner's.
    #[test]
    fn a_bad_list_of_tokens_is_refused_with_the_line() {
        let cases = [
            ("# none\n".to_owned(), AccessError::Empty),
            (format!("a b {TOKEN}"), AccessError::Words { line: 1 }),
            ("\nacme secret".to_owned(), AccessError::Length { line: 2, found: 6 }),
            (format!("owner {}", "x".repeat(513)), AccessError::Length { line: 1, found: 513 }),
            (TOKEN.to_owned(), AccessError::Whose { line: 1 }),
            (format!("acme {TOKEN}\n\n{OTHER}\n"), AccessError::Whose { line: 3 }),
            (format!("Owner {TOKEN}"), AccessError::Tenant { line: 1 }),
            (format!("acme {TOKEN}é"), AccessError::Characters { line: 1 }),
            (format!("a/b {TOKEN}"), AccessError::Tenant { line: 1 }),
            (format!("owner {TOKEN}\n#\nacme {TOKEN}"), AccessError::Twice { first: 1, line: 3 }),
        ];
        for (text, expected) in cases {
            let error = Access::parse(&text).unwrap_err();
            assert_eq!(error, expected, "{text}");
            assert!(!error.to_string().contains(TOKEN) && !error.to_string().contains(OTHER));
        }
    }

    /// I-30: a public address is rejected without tokens.
    #[test]
    fn only_the_machine_itself_is_served_without_a_token() {
        let with = Access::parse(&format!("owner {TOKEN}")).unwrap();
        let cases = [
            ("127.0.0.1:8787", true),
            ("127.8.8.8:1", true),
            ("[::1]:1", true),
            ("[::ffff:127.0.0.1]:1", true),
            ("0.0.0.0:8787", false),
            ("[::]:1", false),
            ("192.168.1.4:80", false),
        ];
        for (address, is_fine) in cases {
            let address: SocketAddr = address.parse().unwrap();
            assert_eq!(Access::open().check(address).is_ok(), is_fine, "{address}");
            assert!(with.check(address).is_ok());
        }
    }
}
