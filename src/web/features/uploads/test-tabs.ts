/** A person's tabs for tests. Messages are copied as a browser copies them, and none is lost. */
import assert from 'node:assert/strict';
import { publishQueue } from './published-queue.ts';
import { createSharedUploads, type SharedUploads } from './shared-uploads.ts';
import { type TestUploadServer, testUploadServer } from './test-upload-server.ts';
import { type Phases, sees, type TestUploads, testUploads } from './test-uploader.ts';
import { isUploadMessage, type UploadChannel, type UploadMessage } from './upload-messages.ts';

export interface TestTab extends TestUploads, SharedUploads {
  /** Waits until the lines of all tabs, as this tab shows them, are in these phases. */
  readonly seeAll: (phases: Phases) => Promise<void>;
  isSeen: boolean;
  /** Closes the tab like a crash does: without a message. */
  readonly close: () => void;
}

export interface TestTabs {
  readonly server: TestUploadServer;
  /** All messages: from which tab, to which (null = to all), and the message. */
  readonly said: { readonly from: string; readonly to: string | null; readonly message: UploadMessage }[];
  readonly open: (tab: string) => TestTab;
}

type Listener = Parameters<UploadChannel['listen']>[0];

export function testTabs(): TestTabs {
  const server = testUploadServer();
  const stored: TestUploads['stored'] = new Map();
  const listeners = new Map<string, Listener[]>();
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const said: TestTabs['said'] = [];
  let lastId = 0;
  /** One at a time, as in tab-presence.ts. */
  let claims = Promise.resolve();

  const channelOf = (tab: string): UploadChannel => {
    const deliver = (to: string | null, message: UploadMessage): void => {
      if (!listeners.has(tab)) return;
      said.push({ from: tab, to, message });
      const copy: unknown = structuredClone(message);
      assert.ok(isUploadMessage(copy), `refused: ${JSON.stringify(copy)}`);
      queueMicrotask(() => {
        for (const [other, all] of listeners)
          if (other !== tab && (to === null || to === other)) for (const hear of all) hear(copy, tab);
      });
    };
    return {
      tab,
      post: (message) => deliver(null, message),
      send: deliver,
      listen: (listener) => listeners.get(tab)?.push(listener),
      close: () => listeners.delete(tab),
    };
  };

  return {
    server,
    said,
    open: (tab) => {
      listeners.set(tab, []);
      const end = Promise.withResolvers<void>();
      ends.set(tab, end);
      const gone = (other: string) => ends.get(other)?.promise ?? Promise.resolve();
      const channel = channelOf(tab);
      const uploads = testUploads({ server, stored, tab });
      const { uploader } = uploads;
      publishQueue({ uploader, channel, gone, title: () => `Title of ${tab}` });
      const shared = createSharedUploads({
        own: uploader,
        channel,
        gone,
        takeUp: () => {
          claims = claims.then(() =>
            uploader.restore(new Set([...listeners.keys()].filter((other) => other !== tab))),
          );
          return claims;
        },
        now: () => 0,
        newId: () => {
          lastId += 1;
          return `call-${lastId}`;
        },
        isSeen: () => opened.isSeen,
      });
      channel.post({ type: 'who' });
      const opened: TestTab = {
        ...uploads,
        ...shared,
        isSeen: true,
        seeAll: (phases) => sees(shared.controls, phases),
        close: () => {
          channel.close();
          uploader.close();
          end.resolve();
        },
      };
      return opened;
    },
  };
}
