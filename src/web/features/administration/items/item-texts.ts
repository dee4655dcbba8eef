/** The pages of this kind, by the namespace of their texts. */
export type ItemTexts = 'applications' | 'hooks';
