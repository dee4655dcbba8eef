// Scenes of a film to jump to: the server's, or drawn from the film in the browser when somebody opens them.
import { Clapperboard } from 'lucide';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useMediaUrl } from '#web/api/use-media-url.ts';
import type { Scene } from '#web/documents/viewer-file.ts';
import { clockText } from '#web/i18n/clock-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/button.tsx';
import { sceneTimes } from './film-times.ts';
import css from './storyboard.module.css';

export interface StoryboardProps {
  /** The URL that the player plays. */
  readonly url: string;
  readonly duration: number;
  readonly scenes: readonly Scene[];
  readonly player: RefObject<HTMLMediaElement | null>;
}

export function Storyboard({ url, duration, scenes, player }: StoryboardProps) {
  const { t } = useTranslation('preview');
  const [wanted, setWanted] = useState(false);
  const go = (seconds: number) => {
    if (player.current === null) return;
    player.current.currentTime = seconds;
    player.current.focus();
  };
  if (scenes.length > 0)
    return (
      <ol className={css.scenes} aria-label={t('film.scenes')}>
        {scenes.map((scene) => (
          <SceneButton key={scene.address} seconds={scene.seconds} onChoose={go}>
            <ServerScene scene={scene} />
          </SceneButton>
        ))}
      </ol>
    );
  if (sceneTimes(duration).length === 0) return null;
  return wanted ? (
    <DrawnScenes url={url} duration={duration} onChoose={go} />
  ) : (
    <Button size="small" icon={Clapperboard} onClick={() => setWanted(true)}>
      {t('film.show')}
    </Button>
  );
}

function ServerScene({ scene }: { readonly scene: Scene }) {
  const { url } = useMediaUrl(scene.address);
  return url === undefined ? null : <img src={url} alt="" loading="lazy" />;
}

interface DrawnScenesProps {
  readonly url: string;
  readonly duration: number;
  readonly onChoose: (seconds: number) => void;
}

const scenePx = 160;

/** A second, silent player seeks from scene to scene; only the bytes around each are fetched. */
function DrawnScenes({ url, duration, onChoose }: DrawnScenesProps) {
  const { t } = useTranslation('preview');
  const times = useMemo(() => sceneTimes(duration), [duration]);
  const [drawn, setDrawn] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const film = document.createElement('video');
    film.muted = true;
    film.preload = 'auto';
    let index = 0;
    const seek = () => {
      const time = times[index];
      if (time !== undefined) film.currentTime = time;
    };
    const draw = () => {
      const canvas = list.current?.querySelectorAll('canvas')[index];
      if (canvas !== undefined && film.videoWidth > 0) {
        canvas.width = scenePx;
        canvas.height = Math.round((scenePx * film.videoHeight) / film.videoWidth);
        canvas.getContext('2d')?.drawImage(film, 0, 0, canvas.width, canvas.height);
      }
      index += 1;
      setDrawn(index);
      seek();
    };
    film.addEventListener('loadeddata', seek, { once: true });
    film.addEventListener('seeked', draw);
    // Show the scenes without pictures: they can still be jumped to.
    film.addEventListener('error', () => setDrawn(times.length), { once: true });
    film.src = url;
    return () => {
      film.removeEventListener('seeked', draw);
      film.removeAttribute('src');
      film.load();
    };
  }, [url, times]);
  return (
    <ol ref={list} className={css.scenes} aria-label={t('film.scenes')} aria-busy={drawn < times.length}>
      {times.map((seconds) => (
        <SceneButton key={seconds} seconds={seconds} onChoose={onChoose}>
          <canvas width={scenePx} height={90} />
        </SceneButton>
      ))}
    </ol>
  );
}

interface SceneButtonProps {
  readonly seconds: number;
  readonly onChoose: (seconds: number) => void;
  readonly children: ReactNode;
}

function SceneButton({ seconds, onChoose, children }: SceneButtonProps) {
  const { t } = useTranslation('preview');
  const time = clockText(seconds);
  return (
    <li>
      <button type="button" aria-label={t('film.goTo', { time })} onClick={() => onChoose(seconds)}>
        {children}
        <span>{time}</span>
      </button>
    </li>
  );
}
