// The combobox itself. Loaded on demand (combobox.tsx); nothing else may import it.
import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronDown, X } from 'lucide';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ComboboxOption, ComboboxProps, EarlyTyping } from '../combobox.tsx';
import { cx } from '../cx.ts';
import fieldCss from '../field.module.css';
import type { ControlProps } from '../field.tsx';
import { Icon } from '../icon.tsx';
import css from './combobox-control.module.css';
import { exactFirst, isNamed, namedOption } from './named-option.ts';

interface Group {
  readonly value: string;
  readonly items: readonly ComboboxOption[];
}

interface Change {
  readonly reason: string;
}

const same = (a: ComboboxOption, b: ComboboxOption) => a.id === b.id;
const labelOf = (option: ComboboxOption) => option.label;

function grouped(options: readonly ComboboxOption[]): readonly Group[] | undefined {
  if (options.every(({ group }) => group === undefined)) return undefined;
  return [...Map.groupBy(options, ({ group }) => group ?? '')].map(([value, items]) => ({ value, items }));
}

export interface ComboboxControlProps {
  readonly control: ControlProps;
  readonly early: RefObject<EarlyTyping>;
}

export function ComboboxControl(props: ComboboxProps & ComboboxControlProps) {
  const { onTextChange, control, early, loading = false } = props;
  const [start] = useState(() => early.current);
  const [typed, setTyped] = useState(start.text ?? '');
  // Enter was pressed before the options for the typed text arrived: choose the one it names when they do.
  const [wish, setWish] = useState(start.entered ? start.text : null);
  // The user has gone on to another field meanwhile: choose the named option without the list, which has closed.
  const [left, setLeft] = useState(start.entered && !start.focused);
  const walked = useRef(false);
  const options = exactFirst(props.options, typed);
  const { shown, onPress } = useStillWhilePressed({ options, loading, failure: props.failure });
  const found = wish === null || loading ? undefined : namedOption(options, wish, onTextChange !== undefined);
  const isChosen = props.multiple === true && props.value.some(({ id }) => id === found?.id);
  const named = isChosen ? undefined : found;
  if (wish !== null && !loading && !left && named === undefined) setWish(null);
  const settle = () => {
    setWish(null);
    setTyped('');
    onTextChange?.('');
  };
  useEffect(() => {
    if (!left || wish === null || loading) return;
    settle();
    if (named === undefined) return;
    if (props.multiple === true) props.onChange([...props.value, named]);
    else props.onChange(named);
  });
  // In the same commit as the change of fields: a frame later, letters typed meanwhile would be lost.
  useLayoutEffect(() => {
    if (!start.focused) return;
    const input = document.getElementById(control.id);
    if (!(input instanceof HTMLInputElement)) return;
    // If the focus has moved elsewhere meanwhile, leave it there.
    const active = document.activeElement;
    if (active !== null && active !== document.body && !active.contains(input)) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [start, control.id]);
  const single = useStable(props.multiple === true ? null : props.value);
  const groups = grouped(shown.options);
  const shared = {
    items: groups ?? shown.options,
    itemToStringLabel: labelOf,
    isItemEqualToValue: same,
    disabled: control.disabled,
    autoHighlight: true,
    ...(start.text === null || left ? {} : { defaultInputValue: start.text, defaultOpen: start.text !== '' }),
    onInputValueChange: (text: string, { reason }: Change) => {
      // The library clears the field when it loses the focus; keep the wish that Enter expressed.
      if (wish !== null && loading && reason !== 'input-change') return;
      setTyped(reason === 'input-change' ? text : '');
      setWish(null);
      walked.current = false;
      onTextChange?.(text);
    },
    onOpenChange: (isOpen: boolean, { reason }: Change) => {
      setLeft(!isOpen && reason !== 'escape-key');
      if (!isOpen && wish !== null && reason === 'escape-key') settle();
    },
    onItemHighlighted: (_option: unknown, { reason }: Change) => {
      if (reason === 'keyboard') walked.current = true;
    },
    // `null` = show the options as they are: the server has searched.
    ...(onTextChange === undefined ? {} : { filter: null }),
  };
  const onKeyDown = (event: FieldKeyEvent) => {
    const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
    // The library clears a closed field on Escape; here Escape must only leave the dialog, and keep the chosen value.
    if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler();
    if (event.key !== 'Enter' || !isOpen || !loading || walked.current) return;
    // The options shown may be for an earlier, shorter text: Enter must not choose one of them.
    const [first] = options;
    if (first !== undefined && (typed === '' || isNamed(first, typed))) return;
    event.preventBaseUIHandler();
    event.preventDefault();
    setWish(typed);
  };
  const list = (
    <Choices
      label={props.label}
      loading={shown.loading}
      failure={shown.failure}
      groups={groups}
      named={left ? undefined : named}
      onPress={onPress}
    />
  );
  if (props.multiple) {
    return (
      <Combobox.Root<ComboboxOption, true>
        {...shared}
        multiple
        value={props.value}
        onValueChange={(next) => {
          settle();
          props.onChange(next);
        }}
      >
        <Several {...props} onKeyDown={onKeyDown} />
        {list}
      </Combobox.Root>
    );
  }
  return (
    <Combobox.Root<ComboboxOption>
      {...shared}
      value={single}
      onValueChange={(next) => {
        settle();
        props.onChange(next);
      }}
    >
      <Single {...props} onKeyDown={onKeyDown} />
      {list}
    </Combobox.Root>
  );
}

/** The library takes a new object for a new choice, and writes its label over what is being typed. */
function useStable(value: ComboboxOption | null): ComboboxOption | null {
  const [stable, setStable] = useState(value);
  const isSame = stable?.id === value?.id && stable?.label === value?.label;
  if (!isSame) setStable(value);
  return isSame ? stable : value;
}

/** The click follows the release of the pointer within this time. */
const clickMs = 300;

/**
 * While an option is pressed, newly arrived options wait: they would move it from under the pointer, and the library chooses the
 * option that the pointer is released on.
 */
function useStillWhilePressed<T>(current: T): { readonly shown: T; readonly onPress: () => void } {
  const [pressed, setPressed] = useState<T | null>(null);
  useEffect(() => {
    if (pressed === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      timer = setTimeout(() => setPressed(null), clickMs);
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('pointerup', release, { signal });
    addEventListener('pointercancel', release, { signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [pressed]);
  return { shown: pressed ?? current, onPress: () => setPressed(current) };
}

type FieldKeyEvent = KeyboardEvent<HTMLInputElement> & { readonly preventBaseUIHandler: () => void };

type InputProps = ComboboxProps & {
  readonly control: ControlProps;
  readonly onKeyDown: (event: FieldKeyEvent) => void;
};

function Single({ control, label, placeholder, value, onKeyDown }: InputProps) {
  const { t } = useTranslation('ui');
  const { t: controls } = useTranslation('controls');
  return (
    <Combobox.InputGroup className={cx(fieldCss.control, css.group)} data-invalid={control['aria-invalid']}>
      <Combobox.Input
        {...tied(control, label)}
        onKeyDown={onKeyDown}
        className={css.input}
        placeholder={placeholder}
        dir="auto"
      />
      {value === null ? null : (
        <Combobox.Clear className={css.button} aria-label={t('clear')}>
          <Icon icon={X} size={14} />
        </Combobox.Clear>
      )}
      <Combobox.Trigger className={css.button} aria-label={controls('combobox.open')}>
        <Icon icon={ChevronDown} size={14} />
      </Combobox.Trigger>
    </Combobox.InputGroup>
  );
}

function Several({ control, label, placeholder, onKeyDown }: InputProps) {
  const { t } = useTranslation('ui');
  return (
    <Combobox.InputGroup
      className={cx(fieldCss.control, css.group, css.several)}
      data-invalid={control['aria-invalid']}
    >
      <Combobox.Chips className={css.chips}>
        <Combobox.Value>
          {(chosen: readonly ComboboxOption[]) => (
            <>
              {chosen.map((option) => (
                <Combobox.Chip key={option.id} className={css.chip} aria-label={option.label}>
                  {option.start}
                  <bdi>{option.label}</bdi>
                  <Combobox.ChipRemove
                    className={css.remove}
                    aria-label={t('remove', { name: option.label })}
                  >
                    <Icon icon={X} size={13} />
                  </Combobox.ChipRemove>
                </Combobox.Chip>
              ))}
              <Combobox.Input
                {...tied(control, label)}
                onKeyDown={onKeyDown}
                className={css.input}
                placeholder={chosen.length === 0 ? placeholder : undefined}
                dir="auto"
              />
            </>
          )}
        </Combobox.Value>
      </Combobox.Chips>
    </Combobox.InputGroup>
  );
}

/**
 * The label is an aria-label too: while the list is open the library hides everything outside from assistive technology, labels
 * included.
 */
function tied(control: ControlProps, label: string) {
  return {
    id: control.id,
    'aria-label': label,
    'aria-describedby': control['aria-describedby'],
    'aria-invalid': control['aria-invalid'],
    'aria-required': control['aria-required'],
  };
}

type ChoicesProps = Pick<ComboboxProps, 'label' | 'loading' | 'failure'> & {
  readonly groups: readonly Group[] | undefined;
  /** The option to choose as soon as it is drawn. */
  readonly named: ComboboxOption | undefined;
  readonly onPress: () => void;
};

function Choices({ label, loading = false, failure, groups, named, onPress }: ChoicesProps) {
  const choice = (option: ComboboxOption) => (
    <Choice key={option.id} option={option} taken={option.id === named?.id} />
  );
  const { t: controls } = useTranslation('controls');
  return (
    <Combobox.Portal>
      <Combobox.Positioner className={css.positioner} sideOffset={4} collisionPadding={8}>
        <NamedClosers />
        <Combobox.Popup className={css.popup}>
          <Combobox.Status className={css.status}>
            {failure ?? (loading ? controls('combobox.loading') : null)}
          </Combobox.Status>
          <Combobox.Empty className={css.status}>
            {loading || failure !== undefined ? null : controls('combobox.empty')}
          </Combobox.Empty>
          <Combobox.List className={css.list} aria-label={label} onPointerDownCapture={onPress}>
            {groups === undefined
              ? choice
              : (group: Group) => (
                  <Combobox.Group key={group.value} items={group.items}>
                    <Combobox.GroupLabel className={css.heading}>{group.value}</Combobox.GroupLabel>
                    <Combobox.Collection>{choice}</Combobox.Collection>
                  </Combobox.Group>
                )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/** Translates the label of the library's two hidden close buttons for screen readers, which no property can change. */
function NamedClosers() {
  const { t } = useTranslation('ui');
  useEffect(() => {
    for (const closer of document.querySelectorAll('[role="button"][aria-label="Dismiss"]'))
      closer.setAttribute('aria-label', t('dismiss'));
  });
  return null;
}

interface ChoiceProps {
  readonly option: ComboboxOption;
  readonly taken: boolean;
}

function Choice({ option, taken }: ChoiceProps) {
  const item = useRef<HTMLDivElement>(null);
  // The library itself chooses the highlighted option by a click.
  useEffect(() => {
    if (taken) item.current?.click();
  }, [taken]);
  return (
    <Combobox.Item ref={item} className={css.item} value={option} disabled={option.disabled}>
      <span className={css.check}>
        <Combobox.ItemIndicator>
          <Icon icon={Check} size={14} />
        </Combobox.ItemIndicator>
      </span>
      {option.start}
      <bdi className={css.label}>{option.label}</bdi>
      {option.detail === undefined ? null : <bdi className={css.detail}>{option.detail}</bdi>}
    </Combobox.Item>
  );
}
