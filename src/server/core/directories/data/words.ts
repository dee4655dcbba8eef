/** Flat vocabularies, one entry a line: `id | English | French`. */
export const natures = `
acknowledgement | Acknowledgement | Accusé de réception
agenda | Agenda | Ordre du jour
agreement | Agreement | Accord
application | Application | Candidature
article | Article | Article
assessment | Assessment | Évaluation
booklet | Booklet | Brochure
budget | Budget | Budget
certificate | Certificate | Attestation
circular | Circular | Circulaire
contract | Contract | Contrat
decision | Decision | Décision
decree | Decree | Décret
form | Form | Formulaire
invoice | Invoice | Facture
law | Law | Loi
letter | Letter | Courrier
list | List | Liste
manual | Manual | Manuel
memo | Memo | Mémo
minutes | Minutes | Compte rendu
newsletter | Newsletter | Lettre d’information
note | Note | Note
notice | Notice | Avis
order | Order | Bon de commande
plan | Plan | Plan
presentation | Presentation | Présentation
pressReview | Press review | Revue de presse
procedure | Procedure | Procédure
proposal | Proposal | Proposition
quotation | Quotation | Devis
receipt | Receipt | Reçu
report | Report | Rapport
speech | Speech | Discours
statistics | Statistics | Statistiques
study | Study | Étude
thesis | Thesis | Thèse
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
administration | Administration | Administration
agriculture | Agriculture | Agriculture
culture | Culture | Culture
defence | Defence | Défense
economy | Economy | Économie
education | Education | Éducation
environment | Environment | Environnement
finance | Finance | Finances
health | Health | Santé
industry | Industry | Industrie
justice | Justice | Justice
research | Research | Recherche
social | Social affairs | Affaires sociales
sports | Sports | Sports
transport | Transport | Transports
`;

export const searchOperators = `
CONTAINS | contains | contient
EQUALS | equals | est égal à
BETWEEN | between | entre
BEFORE | before | avant
AFTER | after | après
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
user_created | User created | Création d’utilisateur
user_modified | User changed | Modification d’utilisateur
user_deleted | User deleted | Suppression d’utilisateur
group_created | Group created | Création de groupe
group_modified | Group changed | Modification de groupe
group_deleted | Group deleted | Suppression de groupe
beforeWorkflowStarted | Workflow about to start | Avant démarrage de workflow
afterWorkflowStarted | Workflow started | Workflow démarré
afterWorkflowFinish | Workflow finished | Workflow terminé
workflowCanceled | Workflow canceled | Workflow annulé
workflowTaskAssigned | Task assigned | Tâche assignée
workflowTaskCompleted | Task completed | Tâche terminée
workflowTaskReassigned | Task reassigned | Tâche réassignée
workflowTaskDelegated | Task delegated | Tâche déléguée
`;
