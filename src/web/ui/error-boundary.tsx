// Limits a failure to the part it happened in. Renders again when `resetKey` changes (another page).
import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  readonly resetKey: string;
  readonly children: ReactNode;
  readonly fallback: (cause: Error, retry: () => void) => ReactNode;
}

interface Failure {
  readonly cause: Error | null;
  readonly key: string;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, Failure> {
  override state: Failure = { cause: null, key: this.props.resetKey };

  static getDerivedStateFromError(cause: unknown): Partial<Failure> {
    return { cause: cause instanceof Error ? cause : new Error(String(cause)) };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: Failure): Failure {
    return props.resetKey === state.key ? state : { cause: null, key: props.resetKey };
  }

  override render(): ReactNode {
    const { cause } = this.state;
    return cause === null
      ? this.props.children
      : this.props.fallback(cause, () => this.setState({ cause: null }));
  }
}
