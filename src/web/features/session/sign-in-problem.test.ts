import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#web/api/api-error.ts';
import { problemOf } from './sign-in-problem.ts';

const cases = [
  [new ApiError({ kind: 'http', status: 401, message: '' }), 'wrong-password'],
  [new ApiError({ kind: 'http', status: 401, message: 'more', infos: ['second-factor'] }), 'needs-code'],
  [new ApiError({ kind: 'http', status: 403, message: 'no' }), 'not-allowed'],
  [new ApiError({ kind: 'network', message: '' }), 'unreachable'],
  [new ApiError({ kind: 'timeout', message: '' }), 'slow'],
  [new ApiError({ kind: 'not-a-repository', status: 200, message: '' }), 'elsewhere'],
  [new ApiError({ kind: 'http', status: 404, message: '' }), 'elsewhere'],
  [new ApiError({ kind: 'http', status: 429, message: '' }), 'too-many'],
  [new ApiError({ kind: 'http', status: 503, message: '' }), 'busy'],
  [new ApiError({ kind: 'http', status: 500, message: 'x' }), 'failed'],
  [new TypeError('odd'), 'failed'],
] as const;

for (const [error, code] of cases) {
  test(`${error.message || code}: ${code}`, () => assert.equal(problemOf(error).code, code));
}
