// Shows the tooltip of any element that has one (tooltip.tsx), 500 ms after the pointer rests or at once on keyboard focus.
// Mounted once. Invariant: Esc hides it and does nothing else, the pointer may move onto it, and it disappears with its element.
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { withVisibleControls } from '#web/i18n/visible-controls.ts';
import { Kbd } from './kbd.tsx';
import css from './tooltip-layer.module.css';

interface Shown {
  readonly text: string;
  readonly keys: string | null;
  readonly owner: Element;
}

const restMs = 500;
const leaveMs = 120;
const gap = 6;

function ownerOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-tip]') : null;
}

function tipOf(owner: Element): Shown {
  return { owner, text: owner.getAttribute('data-tip') ?? '', keys: owner.getAttribute('data-tip-keys') };
}

export function TooltipLayer() {
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (run: () => void, ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(run, ms);
    };
    const hide = () => {
      clearTimeout(timer);
      setShown(null);
    };
    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      const owner = ownerOf(event.target);
      if (owner !== null) later(() => owner.isConnected && setShown(tipOf(owner)), restMs);
      else if (event.target instanceof Node && box.current?.contains(event.target)) clearTimeout(timer);
      else later(hide, leaveMs);
    };
    const onFocus = (event: FocusEvent) => {
      const owner = ownerOf(event.target);
      if (owner?.matches(':focus-visible')) setShown(tipOf(owner));
      else hide();
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    const options = { capture: true, passive: true };
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener('pointerover', onOver, { ...options, signal });
    document.addEventListener('focusin', onFocus, { ...options, signal });
    document.addEventListener('focusout', hide, { ...options, signal });
    document.addEventListener('pointerdown', hide, { ...options, signal });
    document.addEventListener('scroll', hide, { ...options, signal });
    document.addEventListener('keydown', onKey, { ...options, signal });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, []);

  // No event reports that an element was removed or hidden.
  useEffect(() => {
    if (shown === null) return;
    const watch = new MutationObserver(() => shown.owner.checkVisibility() || setShown(null));
    watch.observe(document, {
      subtree: true,
      childList: true,
      attributeFilter: ['hidden', 'class', 'style'],
    });
    return () => watch.disconnect();
  }, [shown]);

  useLayoutEffect(() => {
    const tip = box.current;
    if (tip === null || shown === null) return;
    const owner = shown.owner.getBoundingClientRect();
    const below = owner.bottom + gap + tip.offsetHeight < window.innerHeight;
    const left = owner.left + owner.width / 2 - tip.offsetWidth / 2;
    const x = Math.max(gap, Math.min(left, window.innerWidth - tip.offsetWidth - gap));
    const y = below ? owner.bottom + gap : owner.top - gap - tip.offsetHeight;
    tip.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }, [shown]);

  if (shown === null) return null;
  // The element's accessible name or description has this text: a screen reader would read it twice.
  return createPortal(
    <div ref={box} className={css.tip} aria-hidden="true">
      {withVisibleControls(shown.text)}
      {shown.keys === null ? null : <Kbd keys={shown.keys} />}
    </div>,
    document.body,
  );
}
