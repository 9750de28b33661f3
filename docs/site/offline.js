// Search in pages that are opened as files. Browsers refuse workers and requests there, so that the script of the worker
// runs in a frame, and the index comes as a script, once a reader searches. On a server this does nothing.
if (location.protocol === "file:") {
  const load = (document, url) => new Promise((loaded, failed) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = loaded;
    script.onerror = () => failed(new Error("there is no " + url));
    document.head.append(script);
  });

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      frame.title = "search";
      document.body.append(frame);
      const inner = frame.contentWindow;
      this.inner = inner;
      inner.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }));
      inner.importScripts = (...urls) => Promise.all(urls.map(each => load(inner.document, each)));
      this.ready = load(inner.document, new URL(url, location));
    }
    postMessage(data) {
      this.ready.then(() => this.inner.dispatchEvent(new MessageEvent("message", { data })));
    }
  };

  const wanted = new Promise(then => {
    document.addEventListener("focusin", event => event.target.matches(".md-search__input") && then());
    if (new URLSearchParams(location.search).has("q")) then();
  });
  window.__search = {
    index: wanted.then(() => load(document, new URL(jackdaw_base + "/search/search_index.js", location)))
        .then(() => jackdaw_search_index)
  };
}
