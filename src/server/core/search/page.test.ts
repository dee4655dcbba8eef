import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pageBlock, pageOfList, spanOf } from './page.ts';

const block = (pageSize: number, currentPageIndex: number, total: number, count: number, offset?: number) =>
  pageBlock(
    { pageSize, currentPageIndex, offset },
    { total, count, maxPageSize: 1000, isDocumentList: true },
  );

describe('the paging block', () => {
  test('of a whole list', () => {
    const page = block(50, 0, 3, 3);
    assert.deepEqual(page, {
      isPaginable: true,
      resultsCount: 3,
      pageSize: 50,
      maxPageSize: 1000,
      resultsCountLimit: 0,
      currentPageSize: 3,
      currentPageIndex: 0,
      currentPageOffset: 0,
      numberOfPages: 1,
      isPreviousPageAvailable: false,
      isNextPageAvailable: false,
      isLastPageAvailable: false,
      isSortable: true,
      hasError: false,
      errorMessage: null,
      totalSize: 3,
      pageIndex: 0,
      pageCount: 1,
    });
  });

  for (const [what, page, expected] of [
    ['no hit is one page', block(20, 0, 0, 0), { numberOfPages: 1, isNextPageAvailable: false }],
    ['no hit of page size 1 is none', block(1, 0, 0, 0), { numberOfPages: 0 }],
    [
      'an exact multiple',
      block(10, 0, 20, 10),
      { numberOfPages: 2, isNextPageAvailable: true, isLastPageAvailable: true },
    ],
    ['the last page', block(10, 1, 20, 10), { isNextPageAvailable: false, isPreviousPageAvailable: true }],
    ['unpaged', block(0, 0, 7, 7), { numberOfPages: 1, isNextPageAvailable: false, currentPageIndex: 0 }],
    [
      'unknown total, full page',
      block(1, 2, -2, 1),
      { numberOfPages: 0, isNextPageAvailable: true, isLastPageAvailable: false, totalSize: -2 },
    ],
    ['unknown total, empty page', block(1, 3, -2, 0), { isNextPageAvailable: false }],
    [
      'an offset wins over the index',
      block(10, 0, 100, 10, 25),
      { currentPageOffset: 25, currentPageIndex: 2 },
    ],
  ] as const) {
    test(what, () => {
      assert.deepEqual({ ...page, ...expected }, page);
    });
  }
});

test('no page is larger than the largest, and none begins before the list', () => {
  assert.deepEqual(spanOf({ pageSize: 5000, currentPageIndex: 1 }, 1000), { limit: 1000, offset: 5000 });
  assert.deepEqual(spanOf({ pageSize: 0, currentPageIndex: 0 }, 1000), { limit: 1000, offset: 0 });
  assert.deepEqual(spanOf({ pageSize: -1, currentPageIndex: 2 }, 1000), { limit: 1000, offset: 0 });
  assert.throws(() => spanOf({ pageSize: 1, currentPageIndex: -1 }, 1000), /must not be negative/);
  const { entries, page } = pageOfList(['a', 'b', 'c'], { pageSize: 2, currentPageIndex: 1 }, 1000);
  assert.deepEqual(entries, ['c']);
  assert.equal(page.resultsCount, 3);
});
