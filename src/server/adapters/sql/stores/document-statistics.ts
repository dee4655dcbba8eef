/** Counts a repository's documents by type, person and month of creation. */
import { sql } from 'kysely';
import type { CountedContent, DocumentStore } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import { isPresent } from './document-columns.ts';

const mostGroups = 50;
const mostMonths = 36;
/** Allowed, because administrators ask for it only now and then. */
const READS_ALL = sql`/* reads all: figures of the whole repository */`;

type By = 'type' | 'creator';

export function documentStatistics({ database }: StoreContext): Pick<DocumentStore, 'statistics'> {
  const by = async (repository: string, column: By): Promise<readonly CountedContent[]> => {
    const name = sql.ref<string>(`documents.${column}`);
    const { rows } = await sql<CountedContent>`select ${name} as name, count(*) as documents,
        sum(content_bytes) as bytes
      from documents where repository = ${repository} and is_version = 0 and is_proxy = 0
        and hidden = 0 and ${name} is not null and ${isPresent('documents')}
      group by ${name} order by documents desc, name limit ${mostGroups} ${READS_ALL}`.execute(database);
    return rows.map(numbers);
  };
  return {
    statistics: async (repository) => {
      const { rows: states } =
        await sql<CountedContent>`select case when documents.is_version = 1 then 'versions'
            when places.is_trashed = 1 then 'trash' else 'live' end as name,
          count(*) as documents, sum(content_bytes) as bytes
        from documents join places on places.id = documents.place_id
        where documents.repository = ${repository} and documents.is_proxy = 0 and documents.hidden = 0
        group by 1 order by 1 ${READS_ALL}`.execute(database);
      const { rows: months } = await sql<CountedContent>`select substr(created, 1, 7) as name,
          count(*) as documents, sum(content_bytes) as bytes
        from documents where repository = ${repository} and is_version = 0 and is_proxy = 0 and hidden = 0
          and created is not null and ${isPresent('documents')}
        group by 1 order by 1 desc limit ${mostMonths} ${READS_ALL}`.execute(database);
      return {
        states: states.map(numbers),
        types: await by(repository, 'type'),
        people: await by(repository, 'creator'),
        months: months.map(numbers).toReversed(),
      };
    },
  };
}

/** Engines return sums in a type for large numbers. */
function numbers({ name, documents, bytes }: CountedContent): CountedContent {
  return { name, documents: Number(documents), bytes: Number(bytes ?? 0) };
}
