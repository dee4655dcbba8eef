/** Subjects and topics: a top line, then its children, each `id | English | French`. */
export const subjects = `
art | Art | Art
  architecture | Architecture | Architecture
  cinema | Cinema | Cinéma
  culture | Culture | Culture
  dance | Dance | Danse
  design | Design | Design
  fashion | Fashion | Mode
  literature | Literature | Littérature
  music | Music | Musique
  painting | Painting | Peinture
  photography | Photography | Photographie
  sculpture | Sculpture | Sculpture
  theatre | Theatre | Théâtre
business | Business | Entreprise
  accounting | Accounting | Comptabilité
  finance | Finance | Finance
  human-resources | Human resources | Ressources humaines
  logistics | Logistics | Logistique
  marketing | Marketing | Marketing
  purchasing | Purchasing | Achats
  strategy | Strategy | Stratégie
daily-life | Daily life | Vie quotidienne
  cooking | Cooking | Cuisine
  gardening | Gardening | Jardinage
  health | Health | Santé
  housing | Housing | Logement
  sports | Sports | Sports
  travel | Travel | Voyages
human-sciences | Human sciences | Sciences humaines
  anthropology | Anthropology | Anthropologie
  archaeology | Archaeology | Archéologie
  geography | Geography | Géographie
  history | History | Histoire
  linguistics | Linguistics | Linguistique
  philosophy | Philosophy | Philosophie
  psychology | Psychology | Psychologie
  sociology | Sociology | Sociologie
sciences | Sciences | Sciences
  astronomy | Astronomy | Astronomie
  biology | Biology | Biologie
  chemistry | Chemistry | Chimie
  ecology | Ecology | Écologie
  geology | Geology | Géologie
  mathematics | Mathematics | Mathématiques
  physics | Physics | Physique
society | Society | Société
  economy | Economy | Économie
  education | Education | Éducation
  law | Law | Droit
  media | Media | Médias
  politics | Politics | Politique
  religion | Religion | Religion
technology | Technology | Technologie
  computing | Computing | Informatique
  electronics | Electronics | Électronique
  energy | Energy | Énergie
  telecommunications | Telecommunications | Télécommunications
  transport | Transport | Transports
`;

export const topics = `
organisation | Organisation | Organisation
  board | Board | Direction
  committees | Committees | Comités
  departments | Departments | Services
  delegation | Delegation | Délégations
  governance | Governance | Gouvernance
  internal-audit | Internal audit | Audit interne
  meetings | Meetings | Réunions
  missions | Missions | Missions
  partners | Partners | Partenaires
  policies | Policies | Politiques internes
production | Production | Production
  assembly | Assembly | Assemblage
  capacity | Capacity | Capacité
  equipment | Equipment | Équipement
  inventory | Inventory | Stocks
  maintenance | Maintenance | Maintenance
  manufacturing | Manufacturing | Fabrication
  packaging | Packaging | Conditionnement
  planning | Planning | Planification
  quality | Quality | Qualité
  safety | Safety | Sécurité
  suppliers | Suppliers | Fournisseurs
people | People | Personnel
  benefits | Benefits | Avantages sociaux
  careers | Careers | Carrières
  contracts | Contracts | Contrats
  evaluations | Evaluations | Évaluations
  leave | Leave | Congés
  payroll | Payroll | Paie
  recruitment | Recruitment | Recrutement
  retirement | Retirement | Retraite
  training | Training | Formation
  working-time | Working time | Temps de travail
projects | Projects | Projets
  budget | Budget | Budget
  deliverables | Deliverables | Livrables
  lessons | Lessons learned | Retours d’expérience
  milestones | Milestones | Jalons
  requirements | Requirements | Exigences
  resources | Resources | Ressources
  risks | Risks | Risques
  schedule | Schedule | Calendrier
  scope | Scope | Périmètre
  tests | Tests | Tests
  testimony | References | Références
sales | Sales | Ventes
  campaigns | Campaigns | Campagnes
  competition | Competition | Concurrence
  customers | Customers | Clients
  forecasts | Forecasts | Prévisions
  invoices | Invoices | Factures
  offers | Offers | Offres
  orders | Orders | Commandes
  pricing | Pricing | Tarifs
  support | Support | Assistance
  tenders | Tenders | Appels d’offres
`;
