/**
 * Subjects: a top line, then its children, each `id | English | French`.
 * Invariant: ids are the Platform's, since documents store them (`art/cinema`) and clients send them.
 */
export const subjects = `
art | Art | Art
  architecture | Architecture | Architecture
  art history | Art history | Histoire de l’art
  cinema | Cinema | Cinéma
  comics | Comics | Bande dessinée
  culture | Culture | Culture
  danse | Dance | Danse
  literature | Literature | Littérature
  music | Music | Musique
  paint | Painting | Peinture
  photography | Photography | Photographie
  show | Shows | Spectacles
daily life | Daily life | Vie quotidienne
  collection | Collections | Collections
  fashion | Fashion | Mode
  games | Games | Jeux
  gardening | Gardening | Jardinage
  gastronomy | Gastronomy | Gastronomie
  sexuality | Sexuality | Sexualité
  sport | Sports | Sports
  television | Television | Télévision
  tourism | Tourism | Tourisme
  video games | Video games | Jeux vidéo
human sciences | Human sciences | Sciences humaines
  economy | Economy | Économie
  geography | Geography | Géographie
  history | History | Histoire
  information | Information | Information
  languages | Languages | Langues
  phylosophy | Philosophy | Philosophie
  psychology | Psychology | Psychologie
  rights | Law | Droit
  sociology | Sociology | Sociologie
sciences | Sciences | Sciences
  astronomy | Astronomy | Astronomie
  biology | Biology | Biologie
  chemistry | Chemistry | Chimie
  earthscience | Earth sciences | Sciences de la Terre
  logic | Logic | Logique
  math | Mathematics | Mathématiques
  medicine | Medicine | Médecine
  physic | Physics | Physique
society | Society | Société
  company | Business | Entreprise
  ecology | Ecology | Écologie
  education | Education | Éducation
  humanitarian | Humanitarian aid | Humanitaire
  politic | Politics | Politique
  religion | Religion | Religion
  women | Women | Femmes
technology | Technology | Technologie
  astronautic | Astronautics | Astronautique
  electronic | Electronics | Électronique
  energy | Energy | Énergie
  industry | Industry | Industrie
  it | Computing | Informatique
  robotic | Robotics | Robotique
  transport | Transport | Transports
`;
