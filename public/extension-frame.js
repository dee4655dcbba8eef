// @ts-check
/*
 * Runs one extension: in a frame without an origin when it shows something, else in a worker of such a frame, so that not
 * even a loop without end holds the app up. It speaks with the app by one port (src/web/features/extensions/protocol.ts).
 * A classic script, as the extension is: a page without an origin gets modules only from hosts that allow it (CORS).
 */
(() => {
  /** @typedef {import('./extension.d.ts').Extension} Extension */
  /** @typedef {import('./extension.d.ts').Look} Look */
  /** @typedef {import('./extension.d.ts').Words} Words */
  /** @typedef {{ protocol: 1, file: string, shows: boolean, look: Look }} Start */
  /** @typedef {{ resolve: (value: any) => void, reject: (cause: Error) => void }} Waiting */

  const inWorker = typeof document === 'undefined';
  // Opened by itself, this page would have the app's own origin: nothing runs there.
  if (self.origin !== 'null') return;

  /** @param {string} address */
  const asScript = (address) => {
    /** @type {any} */
    const { trustedTypes } = self;
    trustedTypes?.createPolicy('default', { createScriptURL: (/** @type {string} */ text) => text });
    return address;
  };

  /** @param {unknown} cause */
  const reasonOf = (cause) => (cause instanceof Error ? cause.message : String(cause));

  /**
   * @param {MessagePort} port
   * @param {Start} start
   */
  const serve = (port, start) => {
    /** @type {Extension | undefined} */
    let extension;
    let { look } = start;
    /** @type {Map<number, Waiting>} */
    const waiting = new Map();
    let lastId = 0;

    /** @param {object} question */
    const ask = (question) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        port.postMessage({ ...question, id: lastId });
      });

    /** @param {Words} words */
    const words = (words) =>
      typeof words === 'string' ? words : (words[look.language] ?? words.en ?? Object.values(words)[0] ?? '');

    const applyLook = () => {
      if (inWorker) return;
      const root = document.documentElement;
      root.lang = look.language;
      root.dir = look.direction;
      root.style.colorScheme = look.theme;
      for (const [name, value] of Object.entries(look.tokens)) root.style.setProperty(name, value);
    };

    /** What the app needs to know: everything but the functions. */
    /** @param {readonly object[] | undefined} list */
    const declared = (list) =>
      (list ?? []).map((one) =>
        Object.fromEntries(Object.entries(one).filter(([, value]) => typeof value !== 'function')),
      );

    /** @type {Record<string, (key: string, documents: any) => unknown>} */
    const answers = {
      texts: (key, documents) => found('columns', key).texts(documents),
      run: (key, documents) => found('actions', key).run(documents),
      panels: (key, [document]) => found('panels', key).show(document, stage()),
      previewers: (key, [document]) => found('previewers', key).show(document, stage()),
      pages: (key) => found('pages', key).show(stage()),
    };

    /**
     * @param {'columns' | 'actions' | 'panels' | 'previewers' | 'pages'} kind
     * @param {string} key
     * @returns {any}
     */
    const found = (kind, key) => {
      /** @type {readonly { key: string }[]} */
      const list = extension?.[kind] ?? [];
      const one = list.find((each) => each.key === key);
      if (one === undefined) throw new Error(`There is no ${key} in ${kind}`);
      return one;
    };

    /** An empty place to show something in. */
    const stage = () => {
      const root = document.createElement('div');
      root.className = 'stage';
      document.body.replaceChildren(root);
      return root;
    };

    /** @type {import('./extension.d.ts').Muniment} */
    const muniment = {
      define(next) {
        if (extension !== undefined) throw new Error('muniment.define was called twice');
        extension = next;
        const { protocol, name, columns, actions, panels, previewers, pages } = next;
        port.postMessage({
          type: 'defined',
          extension: {
            protocol,
            name,
            columns: declared(columns),
            actions: declared(actions),
            panels: declared(panels),
            previewers: declared(previewers),
            pages: declared(pages),
          },
        });
      },
      call: (method, path, body) => ask({ type: 'call', method, path, body }),
      file: () => ask({ type: 'file' }),
      open: (uid) => port.postMessage({ type: 'open', uid }),
      words,
      get look() {
        return look;
      },
    };
    Object.defineProperty(self, 'muniment', { value: Object.freeze(muniment) });

    port.onmessage = async ({ data }) => {
      if (data.type === 'look') {
        look = data.look;
        applyLook();
      } else if (data.type === 'answer') {
        waiting.get(data.id)?.resolve(data.value);
        waiting.delete(data.id);
      } else if (data.type === 'refused') {
        waiting.get(data.id)?.reject(new Error(data.reason));
        waiting.delete(data.id);
      } else if (data.type === 'ask') {
        const { id, what, key, documents } = data;
        try {
          const value = await answers[what]?.(key, documents);
          port.postMessage({
            type: 'answered',
            id,
            value: what === 'texts' || what === 'run' ? value : null,
          });
        } catch (cause) {
          port.postMessage({ type: 'failed', id, reason: reasonOf(cause) });
        }
      }
    };
    self.addEventListener('unhandledrejection', ({ reason }) =>
      port.postMessage({ type: 'failed', id: null, reason: reasonOf(reason) }),
    );
    // What it was, only the console says: the file is another origin's to this page.
    self.addEventListener('error', () => {
      if (extension !== undefined) port.postMessage({ type: 'failed', id: null, reason: '' });
    });
    applyLook();
    read(start.file, () => {
      if (extension === undefined) port.postMessage({ type: 'failed', id: null, reason: '' });
    });
  };

  /**
   * @param {string} file
   * @param {() => void} onRead also when that failed
   */
  const read = (file, onRead) => {
    if (inWorker) {
      try {
        importScripts(file);
      } catch {
        // The browser's console says what it was; here it is told of no more than that it failed.
      }
      onRead();
      return;
    }
    const script = document.createElement('script');
    script.src = asScript(file);
    script.onload = onRead;
    script.onerror = onRead;
    document.head.append(script);
  };

  /**
   * @param {MessagePort} port
   * @param {Start} start
   */
  const serveInWorker = (port, start) => {
    const runtime = JSON.stringify(new URL('extension-frame.js', location.href).href);
    const source = `self.trustedTypes?.createPolicy('default', { createScriptURL: (address) => address });
importScripts(${runtime});`;
    const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    const worker = new Worker(asScript(address));
    worker.postMessage({ start }, [port]);
  };

  /** @param {MessageEvent} event */
  const begin = (event) => {
    const [port] = event.ports;
    if (port === undefined || (!inWorker && event.source !== parent)) return;
    self.removeEventListener('message', /** @type {any} */ (begin));
    if (inWorker || event.data.start.shows) serve(port, event.data.start);
    else serveInWorker(port, event.data.start);
  };
  self.addEventListener('message', /** @type {any} */ (begin));
})();
