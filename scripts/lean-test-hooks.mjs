// node:test tracks every promise, to find the test of an unhandled error. Without that, tests that make millions of
// promises take a fifth less time; such an error then fails the whole file.
import hooks from 'node:async_hooks';

const { createHook } = hooks;
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
