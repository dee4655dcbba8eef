/**
 * The process in which files are decoded, one task after another. It may be killed at any moment.
 * Invariant: it has no network, no secrets in its environment, and can write only below the work folder
 * (the parent starts it that way).
 */
import { isWorkMessage, type Reply } from './messages.ts';
import { isTaskName, tasks } from './tasks.ts';
import { Refusal } from './work.ts';

process.on('message', (message) => {
  void answer(message).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit(0));

async function answer(message: unknown): Promise<Reply> {
  try {
    if (!isWorkMessage(message) || !isTaskName(message.task)) throw new Error('Not a task');
    const value = await tasks[message.task](message);
    return { state: 'done', value, residentBytes: process.memoryUsage.rss() };
  } catch (error) {
    return {
      state: error instanceof Refusal ? 'refused' : 'failed',
      message: error instanceof Error ? error.message : String(error),
      residentBytes: process.memoryUsage.rss(),
    };
  }
}
