// Search in pages that were opened from a folder: browsers start no worker from a file, so the search's
// script runs in a hidden frame instead. Pages from a server have real workers and leave this alone.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.documentElement.append(frame)
      const inner = frame.contentWindow
      const load = (address) =>
        new Promise((resolve, reject) => {
          const script = inner.document.createElement("script")
          script.onload = resolve
          script.onerror = reject
          script.src = address
          inner.document.body.append(script)
        })
      // What the script posts comes out here; what is posted here waits until the script is there.
      inner.postMessage = (data) => {
        const event = new MessageEvent("message", { data })
        this.dispatchEvent(event)
        if (this.onmessage) this.onmessage(event)
      }
      inner.importScripts = (...addresses) => Promise.all(addresses.map(load))
      this.frame = frame
      this.ready = load(new URL(url, document.baseURI).href)
    }

    postMessage(data) {
      const { contentWindow } = this.frame
      this.ready.then(() => contentWindow.dispatchEvent(new contentWindow.MessageEvent("message", { data })))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
