import type { Messages } from '@lingui/core';
import type { Plugin } from 'vite';

export function compiledTexts(): Plugin;
export function textsName(id: string): string;
export function compileTexts(nested: unknown, language: string): Messages;
