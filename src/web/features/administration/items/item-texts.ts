/** The namespaces of the texts of the pages that use `ItemPage`. */
export type ItemTexts = 'applications' | 'hooks' | 'services';
