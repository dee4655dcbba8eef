/** Texts for the keys of the default models, in the app's languages, for graphs and mails; other keys stay as they are. */
const languages = ['en', 'fr', 'de', 'es', 'ja', 'ar'];

// In the order of `languages`.
const choose = [
  'Choose participants',
  'Choisir les participants',
  'Beteiligte wählen',
  'Elegir participantes',
  '参加者を選択',
  'اختيار المشاركين',
];
const validate = ['Validate', 'Valider', 'Bestätigen', 'Validar', '承認', 'المصادقة'];
const reject = ['Reject', 'Rejeter', 'Ablehnen', 'Rechazar', '却下', 'رفض'];

const texts: Readonly<Record<string, readonly string[]>> = {
  SerialDocumentReview: [
    'Serial document review',
    'Relecture en série',
    'Prüfung nacheinander',
    'Revisión en serie',
    '順次レビュー',
    'مراجعة متتابعة',
  ],
  ParallelDocumentReview: [
    'Parallel document review',
    'Relecture en parallèle',
    'Prüfung gleichzeitig',
    'Revisión en paralelo',
    '並行レビュー',
    'مراجعة متوازية',
  ],
  chooseParticipants: choose,
  'chooseParticipants.title': choose,
  DocumentValidation: [
    'Validate the document',
    'Valider le document',
    'Dokument bestätigen',
    'Validar el documento',
    '文書の承認',
    'المصادقة على المستند',
  ],
  updateRequest: [
    'Update the document',
    'Mettre à jour le document',
    'Dokument überarbeiten',
    'Actualizar el documento',
    '文書の修正',
    'تحديث المستند',
  ],
  'give_opinion.title': [
    'Give an opinion',
    'Donner un avis',
    'Stellung nehmen',
    'Dar una opinión',
    '意見を述べる',
    'إبداء الرأي',
  ],
  'consolidate.title': [
    'Consolidate the opinions',
    'Consolider les avis',
    'Stellungnahmen zusammenfassen',
    'Consolidar las opiniones',
    '意見をまとめる',
    'جمع الآراء',
  ],
  cancel: ['Cancel', 'Annuler', 'Abbrechen', 'Cancelar', 'キャンセル', 'إلغاء'],
  startReview: [
    'Start the review',
    'Démarrer la relecture',
    'Prüfung starten',
    'Iniciar la revisión',
    'レビューを開始',
    'بدء المراجعة',
  ],
  validate,
  reject,
  reviewDone: [
    'The review is finished',
    'La relecture est terminée',
    'Die Prüfung ist beendet',
    'La revisión ha terminado',
    'レビューが終わりました',
    'انتهت المراجعة',
  ],
  submit: ['Submit', 'Soumettre', 'Einreichen', 'Enviar', '提出', 'إرسال'],
  nextParticipant: [
    'Next participant',
    'Participant suivant',
    'Nächste beteiligte Person',
    'Participante siguiente',
    '次の参加者',
    'المشارك التالي',
  ],
  previousParticipant: [
    'Previous participant',
    'Participant précédent',
    'Vorige beteiligte Person',
    'Participante anterior',
    '前の参加者',
    'المشارك السابق',
  ],
  consolidate: [
    'All answered',
    'Tous ont répondu',
    'Alle haben geantwortet',
    'Todos han respondido',
    '全員が回答しました',
    'أجاب الجميع',
  ],
  'consolidate.validate': validate,
  'consolidate.reject': reject,
};

/** @param language as in `Accept-Language`; English when there are no texts for it */
export function workflowText(key: string, language: string): string {
  const found = texts[key.replace(/^wf\.(?:serial|parallel)DocumentReview\./, '')];
  if (!found) return key;
  const index = languages.indexOf(language.toLowerCase().slice(0, 2));
  return found[Math.max(index, 0)] ?? key;
}
