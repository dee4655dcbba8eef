/** Flat vocabularies, one entry a line: `id | English | French`. Invariant: ids are the Platform's. */
export const natures = `
article | Article | Article
acknowledgement | Acknowledgement | Accusé de réception
certificate | Certificate | Attestation
endorsement | Endorsement | Avenant
notice | Notice | Avis
credit | Credit note | Avoir
invoice | Invoice | Facture
assessment | Assessment | Bilan
purchaseOrder | Purchase order | Bon de commande
deliveryNote | Delivery note | Bon de livraison
booklet | Booklet | Brochure
application | Application | Candidature
CDRom | CD-ROM | CD-ROM
medicalCertificate | Medical certificate | Certificat médical
serviceCertificate | Certificate of service | Certificat de travail
order | Order | Commande
contract | Contract | Contrat
email | Email | Courriel
convocation | Notice to attend | Convocation
decree | Decree | Décret
leaveApplication | Leave request | Demande de congé
trainingApplication | Training application | Demande de formation
accomodationApplicationForm | Housing request | Demande de logement
loanApplication | Loan request | Demande de prêt
quotation | Quotation | Devis
fax | Fax | Télécopie
card | Card | Fiche
worksheet | Worksheet | Feuille de travail
letter | Letter | Courrier
memo | Memo | Mémo
note | Note | Note
notification | Notification | Notification
procedure | Procedure | Procédure
report | Report | Rapport
internshipReport | Internship report | Rapport de stage
bankAccountDetails | Bank details | Coordonnées bancaires
pressReview | Press review | Revue de presse
`;

/** `sp` is the obsolete spelling of `es`. */
export const languages = `
ar | Arabic | Arabe
de | German | Allemand
en | English | Anglais
es | Spanish | Espagnol
fr | French | Français
it | Italian | Italien
ja | Japanese | Japonais
pt | Portuguese | Portugais
ru | Russian | Russe
sp | Spanish | Espagnol
zh | Chinese | Chinois
`;

export const subjectWords = `
arts | Arts | Arts
business | Business | Affaires
computers | Computers | Informatique
games | Games | Jeux
health | Health | Santé
home | Home | Maison
kids-and-teens | Kids and teens | Enfants et adolescents
news | News | Actualités
recreation | Recreation | Loisirs
reference | Reference | Références
regional | Regional | Régional
science | Science | Science
shopping | Shopping | Achats
society | Society | Société
sports | Sports | Sports
`;

export const searchOperators = `
= | equals | est égal à
> | after | après
< | before | avant
LIKE | contains | contient
BETWEEN | between | entre
STARTSWITH | starts with | commence par
`;

export const workflowTypes = `
validation | Validation | Validation
simpleReview | Simple review | Simple avis
`;

export const executionTypes = `
graph | Graph | Graphe
parallel | Parallel | Parallèle
serial | Serial | Séquentiel
`;

export const predicates = `
http://purl.org/dc/terms/ConformsTo | Conforms to | Est conforme à
http://purl.org/dc/terms/IsBasedOn | Is based on | Est basé sur
http://purl.org/dc/terms/References | References | Référence
http://purl.org/dc/terms/Replaces | Replaces | Remplace
http://purl.org/dc/terms/Requires | Requires | Requiert
`;

export const inversePredicates = `
http://purl.org/dc/terms/ConformsTo | Is the standard of | Est la norme de
http://purl.org/dc/terms/IsBasedOn | Is the base of | Est la base de
http://purl.org/dc/terms/References | Is referenced by | Est référencé par
http://purl.org/dc/terms/Replaces | Is replaced by | Est remplacé par
http://purl.org/dc/terms/Requires | Is required by | Est requis par
`;

export const eventCategories = `
eventDocumentCategory | Document | Document
eventLifeCycleCategory | Life cycle | Cycle de vie
NuxeoAuthentication | Sign-in | Connexion
Routing | Workflow | Workflow
Automation | Automation | Automatisation
userGroup | Users and groups | Utilisateurs et groupes
`;

export const eventTypes = `
documentCreated | Created | Création
documentCreatedByCopy | Created by copy | Création par copie
documentModified | Modified | Modification
documentRemoved | Removed | Suppression
documentMoved | Moved | Déplacement
documentDuplicated | Copied | Copie
documentCheckedIn | Version created | Création de version
documentRestored | Version restored | Restauration de version
documentLocked | Locked | Verrouillage
documentUnlocked | Unlocked | Déverrouillage
documentTrashed | Moved to trash | Mise à la corbeille
documentUntrashed | Taken out of the trash | Sortie de la corbeille
documentSecurityUpdated | Permissions changed | Modification des droits
documentProxyPublished | Published | Publication
sectionContentPublished | Content published in section | Publication dans la section
proxyRemoved | Publication removed | Dépublication
versionRemoved | Version removed | Suppression de version
addedToCollection | Added to collection | Ajout à une collection
removedFromCollection | Removed from collection | Retrait d’une collection
lifecycle_transition_event | State changed | Changement d’état
commentAdded | Comment added | Ajout de commentaire
commentUpdated | Comment changed | Modification de commentaire
commentRemoved | Comment removed | Suppression de commentaire
download | Downloaded | Téléchargement
loginSuccess | Signed in | Connexion réussie
loginFailed | Sign-in failed | Échec de connexion
logout | Signed out | Déconnexion
secondFactorAdded | One-time codes turned on | Codes à usage unique activés
passkeyAdded | Passkey added | Clé d’accès ajoutée
passkeyRemoved | Passkey removed | Clé d’accès retirée
refreshTokenReused | Sign-in ended: a token was used twice | Connexion terminée : jeton utilisé deux fois
signInConfirmed | Confirmed who they are | Identité confirmée
signedOutEverywhere | Signed out everywhere | Déconnexion partout
secondFactorRemoved | One-time codes turned off | Codes à usage unique désactivés
user_created | User created | Création d’utilisateur
user_modified | User changed | Modification d’utilisateur
user_deleted | User deleted | Suppression d’utilisateur
group_created | Group created | Création de groupe
group_modified | Group changed | Modification de groupe
group_deleted | Group deleted | Suppression de groupe
beforeWorkflowStarted | Workflow about to start | Avant démarrage de workflow
afterWorkflowStarted | Workflow started | Workflow démarré
afterWorkflowFinish | Workflow finished | Workflow terminé
beforeWorkflowCanceled | Workflow about to be canceled | Avant annulation de workflow
afterWorkflowTaskCreated | Task created | Tâche créée
afterWorkflowTaskEnded | Task ended | Tâche achevée
afterWorkflowTaskReassigned | Task given to others | Tâche confiée à d’autres
afterWorkflowTaskDelegated | Task shared with others | Tâche partagée
workflowCanceled | Workflow canceled | Workflow annulé
workflowTaskAssigned | Task assigned | Tâche assignée
workflowTaskCompleted | Task completed | Tâche terminée
workflowTaskReassigned | Task reassigned | Tâche réassignée
workflowTaskDelegated | Task delegated | Tâche déléguée
`;
