// Props of the control of a property, and of controls that contain others.
import type { ReactNode } from 'react';
import type { FieldProps } from '#web/ui/field.tsx';
import type { Json } from '#wire/json.ts';
import type { FormField } from './form-field.ts';
import type { FieldErrors } from './form-values.ts';

export interface ValueFieldProps
  extends Pick<FieldProps, 'label' | 'labelHidden' | 'hint' | 'disabledReason'> {
  readonly field: FormField;
  /** Path of the value: `dc:title`, `files:files/0/file`; messages are looked up by it. */
  readonly path: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
  readonly errors: FieldErrors;
}

export interface NestingFieldProps extends ValueFieldProps {
  /** Renders a field inside this one. */
  readonly inner: (props: ValueFieldProps) => ReactNode;
}
