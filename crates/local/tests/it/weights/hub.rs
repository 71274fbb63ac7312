//! A hub on loopback that serves files, interrupts them, or has wrong ones.
use super::fake_hub::*;
use local::weights::Source;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

const ON_HUB: Source = Source::Hub { repo: "we/toys", commit: "0123abc", file: "toy.gguf" };

/// The hub's response to a request.
#[derive(Clone)]
enum Does {
    Serves(Vec<u8>),
    BreaksOffAfter(usize),
    Answers(&'static str),
    Redirects,
}

/// A hub that responds with these in order, and then repeats the last.
fn serve(hub: &mut FakeHub, does: Vec<Does>) -> Arc<Mutex<Vec<String>>> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    hub.tools.hub = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let record = Arc::clone(&asked);
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            // A client may have disconnected; the test checks that.
            let _ = answer(&mut stream.unwrap(), &does[number.min(does.len() - 1)], &record);
        }
    });
    asked
}

fn answer(stream: &mut TcpStream, does: &Does, record: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let lines: Vec<String> =
        BufReader::new(stream.try_clone()?).lines().map_while(Result::ok).take_while(|it| !it.is_empty()).collect();
    let range =
        lines.iter().find_map(|it| it.to_lowercase().strip_prefix("range: bytes=")?.strip_suffix('-')?.parse().ok());
    let path = lines[0].split(' ').nth(1).unwrap();
    record.lock().unwrap().push(range.map_or(path.to_owned(), |from: usize| format!("{path} from {from}")));
    let body = match does {
        Does::Serves(body) => body.clone(),
        Does::BreaksOffAfter(_) => content(),
        Does::Answers(status) => return write!(stream, "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n"),
        Does::Redirects => {
            return write!(stream, "HTTP/1.1 302 Found\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n");
        }
    };
    let from = range.unwrap_or(0).min(body.len());
    let (status, all) = (if from > 0 { "206 Partial Content" } else { "200 OK" }, body.len());
    write!(stream, "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n", all - from)?;
    if from > 0 {
        write!(stream, "content-range: bytes {from}-{}/{all}\r\n", all - 1)?;
    }
    write!(stream, "\r\n")?;
    let upto = if let Does::BreaksOffAfter(bytes) = does { *bytes } else { all };
    stream.write_all(&body[from..upto])
}

fn drain(asked: &Mutex<Vec<String>>) -> Vec<String> {
    std::mem::take(&mut *asked.lock().unwrap())
}

const FILE: &str = "/we/toys/resolve/0123abc/toy.gguf";

/// O-01: the hub is tried before packages, and redirects are followed.
#[tokio::test]
async fn the_hub_comes_first() {
    let mut hub = FakeHub::new();
    let weight = weight(vec![ON_HUB, hub.slices(1)]);
    let asked = serve(&mut hub, vec![Does::Redirects, Does::Serves(content())]);
    let heard = Heard::default();
    hub.cache().fetch(weight, &hub.tools, &heard).await.unwrap();
    hub.is_whole(weight);
    assert_eq!(drain(&asked), [FILE, "/elsewhere"]);
    assert_eq!(hub.asked(), [""; 0]);
    let heard = heard.all();
    assert_eq!(heard[..2], ["begins model.gguf from hub we/toys, 1200000", "reaches 0"]);
    assert!(heard.contains(&"reaches 1200000".to_owned()), "{heard:?}");
}

/// O-01: an interrupted download is resumed, and a partial file is never taken for the whole.
#[tokio::test]
async fn a_stream_that_breaks_off_is_gone_on_with() {
    let mut hub = FakeHub::new();
    let weight = weight(vec![ON_HUB]);
    let asked = serve(&mut hub, vec![Does::BreaksOffAfter(500_000), Does::Serves(content())]);
    let error = hub.fetch(weight).await.unwrap_err().to_string();
    assert!(error.contains(" broke off: "), "{error}");
    hub.is_absent(weight);
    hub.fetch(weight).await.unwrap();
    hub.is_whole(weight);
    assert_eq!(drain(&asked), [FILE.to_owned(), format!("{FILE} from 500000")]);
}

/// O-01: if kept bytes belong to another file, the download restarts from the beginning, once.
#[tokio::test]
async fn a_spoilt_beginning_is_fetched_again() {
    let mut hub = FakeHub::new();
    let weight = weight(vec![ON_HUB]);
    let asked = serve(&mut hub, vec![Does::BreaksOffAfter(500_000), Does::Serves(content())]);
    hub.fetch(weight).await.unwrap_err();
    fs::write(hub.path("cache/.partial/toy/model.gguf.0"), vec![7; 400_000]).unwrap();
    hub.fetch(weight).await.unwrap();
    hub.is_whole(weight);
    assert_eq!(drain(&asked), [FILE.to_owned(), format!("{FILE} from 400000"), FILE.to_owned()]);
}

/// O-01, I-13: if the hub has no file, a wrong one or too many bytes, packages are tried.
#[tokio::test]
async fn a_hub_with_something_else_is_passed_over() {
    let mut changed = content();
    changed[5] ^= 1;
    let longer = [content(), vec![0]].concat();
    let rows = [
        (Does::Answers("404 Not Found"), "answered 404 Not Found"),
        (Does::Answers("401 Unauthorized"), "answered 401 Unauthorized"),
        (Does::Answers("416 Range Not Satisfiable"), "answered 416 Range Not Satisfiable"),
        (Does::Serves(changed), "its bytes are not the right ones: 1200000 bytes with sha256 "),
        (Does::Serves(longer), "it has another file there: 1200001 bytes, expected 1200000"),
        (Does::Serves(Vec::new()), "it has another file there: 0 bytes, expected 1200000"),
    ];
    for (does, expected) in rows {
        let mut hub = FakeHub::new();
        serve(&mut hub, vec![does]);
        let alone = weight(vec![ON_HUB]);
        let error = hub.fetch(alone).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        hub.is_absent(alone);
        let mended = weight(vec![ON_HUB, hub.slices(2)]);
        hub.fetch(mended).await.unwrap();
        hub.is_whole(mended);
    }
}

/// O-01: complete slices of an earlier fetch are continued before the hub is tried.
#[tokio::test]
async fn what_was_begun_comes_first() {
    let mut hub = FakeHub::new();
    let weight = weight(vec![ON_HUB, hub.slices(3)]);
    hub.misbehave("part3==1", "fails", Some("no network\n"));
    hub.fetch(weight).await.unwrap_err();
    hub.misbehave("part3==1", "fails", None);
    hub.asked();
    let asked = serve(&mut hub, vec![Does::Serves(content())]);
    hub.fetch(weight).await.unwrap();
    assert_eq!((drain(&asked), hub.asked()), (vec![], vec!["part3==1".to_owned()]));
    hub.is_whole(weight);
}
