/** The thread that hashes passwords, one at a time. */
import { parentPort } from 'node:worker_threads';
import type { PasswordAnswer, PasswordQuestion } from './messages.ts';
import { hashPassword, verifyPassword } from './scrypt.ts';

function answer(question: PasswordQuestion): PasswordAnswer {
  try {
    const { password } = question;
    return {
      value:
        question.kind === 'hash'
          ? hashPassword(password, question.rounds)
          : verifyPassword(password, question.hash),
    };
  } catch (error) {
    return { failure: String(error) };
  }
}

parentPort?.on('message', (question: PasswordQuestion) => parentPort?.postMessage(answer(question)));
