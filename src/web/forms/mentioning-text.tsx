/** A text whose mentions are shown as chips. A login of nobody stays as it was written. */
import { piecesOf } from '#wire/mentions.ts';
import css from './mention-area.module.css';
import { useKnownPerson } from './person-name.tsx';

export function MentioningText({ text }: { readonly text: string }) {
  return piecesOf(text).map((piece, index) =>
    piece.login === undefined ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are identified by their position.
      <Mention key={index} login={piece.login} written={piece.text} />
    ),
  );
}

function Mention({ login, written }: { readonly login: string; readonly written: string }) {
  const person = useKnownPerson(login);
  return person === undefined ? (
    written
  ) : (
    <bdi className={css.mention} title={written}>
      @{person.label}
    </bdi>
  );
}
