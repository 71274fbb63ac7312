//! Files of the model hub over HTTP, going on where an earlier fetch was cut.
use super::disk::refused;
use super::error::Miss;
use super::partial::Partial;
use super::weight::WeightFile;
use reqwest::header::{CONTENT_RANGE, RANGE};
use reqwest::{Client, Response, StatusCode};
use std::error::Error;
use std::path::Path;
use std::time::Duration;
use tokio::fs::{File, OpenOptions};
use tokio::io::AsyncWriteExt;

/// On a closed network the packages' turn comes soon.
const CONNECT: Duration = Duration::from_secs(5);
/// A hub that sends nothing for so long is gone.
const STALL: Duration = Duration::from_secs(30);

/// Where a file is on a hub, at one commit of its repository.
pub(super) fn address(hub: &str, repo: &str, commit: &str, file: &str) -> String {
    format!("{hub}/{repo}/resolve/{commit}/{file}")
}

/// Streams a file into its partial one.
pub(super) async fn download(
    address: &str,
    file: &WeightFile,
    partial: &Partial,
    reaches: &(dyn Fn(u64) + Send + Sync),
) -> Result<(), Miss> {
    let (mut response, mut length) = ask(address, partial.length()).await?;
    let expected = response.content_length().map_or(file.bytes, |rest| length + rest);
    if expected != file.bytes {
        return Err(Miss::Source(format!("it has another file there: {expected} bytes, expected {}", file.bytes)));
    }
    let path = partial.path();
    let mut to = open(partial, length).await.map_err(|error| Miss::Fatal(refused(path, error)))?;
    reaches(length);
    let is_told = response.content_length().is_some();
    let streamed = stream(&mut response, (&mut to, path), file, &mut length, reaches).await;
    // Whatever has come is kept for the next fetch, unless nobody said that it is the file: it may be a page that asks for a login.
    if !is_told && length < file.bytes {
        to.set_len(0).await.map_err(|error| Miss::Fatal(refused(path, error)))?;
    }
    to.flush().await.map_err(|error| Miss::Fatal(refused(path, error)))?;
    streamed?;
    to.sync_all().await.map_err(|error| Miss::Fatal(refused(path, error)))?;
    if length < file.bytes {
        return Err(Miss::Source(format!("it broke off after {length} of {} bytes", file.bytes)));
    }
    Ok(())
}

async fn stream(
    response: &mut Response,
    (to, path): (&mut File, &Path),
    file: &WeightFile,
    length: &mut u64,
    reaches: &(dyn Fn(u64) + Send + Sync),
) -> Result<(), Miss> {
    while let Some(chunk) = response.chunk().await.map_err(|error| unreachable(&error))? {
        if *length + chunk.len() as u64 > file.bytes {
            return Err(Miss::Source(format!("it sent more than the {} bytes expected", file.bytes)));
        }
        to.write_all(&chunk).await.map_err(|error| Miss::Fatal(refused(path, error)))?;
        *length += chunk.len() as u64;
        reaches(*length);
    }
    Ok(())
}

/// Asks for what comes after the first `have` bytes; says where the answer begins.
async fn ask(address: &str, mut have: u64) -> Result<(Response, u64), Miss> {
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
            // What was kept does not fit what is there now.
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE if have > 0 => have = 0,
            status => {
                let hub = response.url().origin().ascii_serialization();
                return Err(Miss::Source(format!("{hub} answered {status}")));
            }
        }
    }
}

/// The partial file, cut to its first `length` bytes.
async fn open(partial: &Partial, length: u64) -> std::io::Result<File> {
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(partial.path()).await?;
    file.set_len(length).await?;
    tokio::io::AsyncSeekExt::seek(&mut file, std::io::SeekFrom::Start(length)).await?;
    Ok(file)
}

fn client(address: &str) -> reqwest::Result<Client> {
    // An error here only says that a provider is installed already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder().connect_timeout(CONNECT).read_timeout(STALL);
    // Plain HTTP is for a mirror nearby, which no proxy could reach.
    if address.starts_with("http://") { builder.no_proxy().build() } else { builder.build() }
}

/// The innermost reason, and whom it is about: the outer ones only say that a request failed.
fn unreachable(error: &reqwest::Error) -> Miss {
    let hub = error.url().map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    let causes = std::iter::successors(error.source(), |&cause| cause.source());
    let why = causes.last().map_or_else(|| error.to_string(), ToString::to_string);
    Miss::Source(if error.is_connect() {
        format!("can't reach {hub}: {why}")
    } else {
        format!("{hub} broke off: {why}")
    })
}
