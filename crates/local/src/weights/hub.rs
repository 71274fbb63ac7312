//! Downloads from the model hub over HTTP, with resumption.
use super::disk::write_error;
use super::error::AttemptError;
use super::partial::Partial;
use super::weight::WeightFile;
use reqwest::header::{CONTENT_RANGE, RANGE};
use reqwest::{Client, Response, StatusCode};
use std::error::Error;
use std::path::Path;
use std::time::Duration;
use tokio::fs::{File, OpenOptions};
use tokio::io::AsyncWriteExt;

/// Short, so that a closed network soon falls back to packages.
const CONNECT: Duration = Duration::from_secs(5);
/// A hub that sends nothing for this long counts as disconnected.
const STALL: Duration = Duration::from_secs(30);

/// The URL of a file at one commit of its repository.
pub(super) fn address(hub: &str, repo: &str, commit: &str, file: &str) -> String {
    format!("{hub}/{repo}/resolve/{commit}/{file}")
}

/// Streams a file into its partial file.
pub(super) async fn download(
    address: &str,
    file: &WeightFile,
    partial: &Partial,
    reaches: &(dyn Fn(u64) + Send + Sync),
) -> Result<(), AttemptError> {
    let (mut response, mut length) = ask(address, partial.length()).await?;
    let expected = response.content_length().map_or(file.bytes, |rest| length + rest);
    if expected != file.bytes {
        return Err(AttemptError::Source(format!(
            "it has another file there: {expected} bytes, expected {}",
            file.bytes
        )));
    }
    let path = partial.path();
    let mut to = open(partial, length).await.map_err(|error| AttemptError::Fatal(write_error(path, error)))?;
    reaches(length);
    let has_length = response.content_length().is_some();
    let streamed = stream(&mut response, (&mut to, path), file, &mut length, reaches).await;
    // Received bytes are kept for the next fetch, unless the response had no length: then it may be a login page.
    if !has_length && length < file.bytes {
        to.set_len(0).await.map_err(|error| AttemptError::Fatal(write_error(path, error)))?;
    }
    to.flush().await.map_err(|error| AttemptError::Fatal(write_error(path, error)))?;
    streamed?;
    to.sync_all().await.map_err(|error| AttemptError::Fatal(write_error(path, error)))?;
    if length < file.bytes {
        return Err(AttemptError::Source(format!("it broke off after {length} of {} bytes", file.bytes)));
    }
    Ok(())
}

async fn stream(
    response: &mut Response,
    (to, path): (&mut File, &Path),
    file: &WeightFile,
    length: &mut u64,
    reaches: &(dyn Fn(u64) + Send + Sync),
) -> Result<(), AttemptError> {
    while let Some(chunk) = response.chunk().await.map_err(|error| unreachable(&error))? {
        if *length + chunk.len() as u64 > file.bytes {
            return Err(AttemptError::Source(format!("it sent more than the {} bytes expected", file.bytes)));
        }
        to.write_all(&chunk).await.map_err(|error| AttemptError::Fatal(write_error(path, error)))?;
        *length += chunk.len() as u64;
        reaches(*length);
    }
    Ok(())
}

/// Requests the bytes after the first `have`; returns the response and the offset at which it starts.
async fn ask(address: &str, mut have: u64) -> Result<(Response, u64), AttemptError> {
    let client = client(address).map_err(|error| unreachable(&error))?;
    loop {
        let mut request = client.get(address);
        if have > 0 {
            request = request.header(RANGE, format!("bytes={have}-"));
        }
        let response = request.send().await.map_err(|error| unreachable(&error))?;
        let begins = response.headers().get(CONTENT_RANGE).and_then(|it| it.to_str().ok());
        let continues = begins.is_some_and(|it| it.starts_with(&format!("bytes {have}-")));
        match response.status() {
            StatusCode::PARTIAL_CONTENT if continues => return Ok((response, have)),
            StatusCode::OK => return Ok((response, 0)),
            // The kept bytes do not fit the file on the hub.
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE if have > 0 => have = 0,
            status => {
                let hub = response.url().origin().ascii_serialization();
                return Err(AttemptError::Source(format!("{hub} answered {status}")));
            }
        }
    }
}

/// The partial file, truncated to its first `length` bytes.
async fn open(partial: &Partial, length: u64) -> std::io::Result<File> {
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(partial.path()).await?;
    file.set_len(length).await?;
    tokio::io::AsyncSeekExt::seek(&mut file, std::io::SeekFrom::Start(length)).await?;
    Ok(file)
}

fn client(address: &str) -> reqwest::Result<Client> {
    // Fails only if a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder().connect_timeout(CONNECT).read_timeout(STALL);
    // Plain HTTP is for a local mirror, which a proxy could not reach.
    if address.starts_with("http://") { builder.no_proxy().build() } else { builder.build() }
}

/// The innermost cause with the hub's address: the outer errors only say that a request failed.
fn unreachable(error: &reqwest::Error) -> AttemptError {
    let hub = error.url().map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    let why = causes.last().map_or_else(|| error.to_string(), ToString::to_string);
    AttemptError::Source(if error.is_connect() {
        format!("can't reach {hub}: {why}")
    } else {
        format!("{hub} broke off: {why}")
    })
}
