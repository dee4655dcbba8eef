/** English and French texts of the default models' keys, for the graph and for mails; a key without a text is its own. */
const texts: Readonly<Record<string, { readonly en: string; readonly fr: string }>> = {
  SerialDocumentReview: { en: 'Serial document review', fr: 'Relecture en série' },
  ParallelDocumentReview: { en: 'Parallel document review', fr: 'Relecture en parallèle' },
  chooseParticipants: { en: 'Choose participants', fr: 'Choisir les participants' },
  'chooseParticipants.title': { en: 'Choose participants', fr: 'Choisir les participants' },
  DocumentValidation: { en: 'Validate the document', fr: 'Valider le document' },
  updateRequest: { en: 'Update the document', fr: 'Mettre à jour le document' },
  'give_opinion.title': { en: 'Give an opinion', fr: 'Donner un avis' },
  'consolidate.title': { en: 'Consolidate the opinions', fr: 'Consolider les avis' },
  cancel: { en: 'Cancel', fr: 'Annuler' },
  startReview: { en: 'Start the review', fr: 'Démarrer la relecture' },
  validate: { en: 'Validate', fr: 'Valider' },
  reject: { en: 'Reject', fr: 'Rejeter' },
  reviewDone: { en: 'The review is finished', fr: 'La relecture est terminée' },
  submit: { en: 'Submit', fr: 'Soumettre' },
  nextParticipant: { en: 'Next participant', fr: 'Participant suivant' },
  previousParticipant: { en: 'Previous participant', fr: 'Participant précédent' },
  consolidate: { en: 'All answered', fr: 'Tous ont répondu' },
  'consolidate.validate': { en: 'Validate', fr: 'Valider' },
  'consolidate.reject': { en: 'Reject', fr: 'Rejeter' },
};

export function workflowText(key: string, language: string): string {
  const found = texts[key.replace(/^wf\.(?:serial|parallel)DocumentReview\./, '')];
  if (!found) return key;
  return language.toLowerCase().startsWith('fr') ? found.fr : found.en;
}
