/**
 * Continents and countries, with the ids that documents store (`europe/France`).
 * Invariant: ids and the continents' order are the Platform's, since clients store and send them; names come from the
 * runtime's own region names by ISO 3166 code.
 */
export const continents = {
  europe: ['Europe', 'Europe'],
  africa: ['Africa', 'Afrique'],
  'north-america': ['North America', 'Amérique du Nord'],
  'south-america': ['South America', 'Amérique du Sud'],
  asia: ['Asia', 'Asie'],
  oceania: ['Oceania', 'Océanie'],
  antarctica: ['Antarctica', 'Antarctique'],
} as const satisfies Record<string, readonly [string, string]>;

/** `CODE id`, by continent; spaces of an id are written `_`. */
const codes: Readonly<Record<keyof typeof continents, string>> = {
  africa: `DZ Algeria, AO Angola, BJ Benin, BW Botswana, BF Burkina Faso, BI Burundi, CM Cameroon
    CV Cape Verde, CF Central African Republic, TD Chad, KM Comoros, CD Congo Democratic Republic
    CG Congo Republic, CI Cote D Ivoire, DJ Djibouti, EG Egypt, GQ Equatorial Guinea, ER Eritrea
    ET Ethiopia, GA Gabon, GM Gambia, GH Ghana, GN Guinea, GW Guinea Bissau, KE Kenya, LS Lesotho
    LR Liberia, LY Libyan Arab Jamahiriya, MG Madagascar, MW Malawi, ML Mali, MR Mauritania, MU Mauritius
    YT Mayotte, MA Morocco, MZ Mozambique, NA Namibia, NE Niger, NG Nigeria, RE Reunion, RW Rwanda
    SH St Helena, ST Sao Tome and Principe, SN Senegal, SC Seychelles, SL Sierra Leone, SO Somalia
    ZA South Africa, SD Sudan, SZ Swaziland, TZ Tanzania, TG Togo, TN Tunisia, UG Uganda, EH Western Sahara
    ZM Zambia, ZW Zimbabwe`,
  antarctica: `AQ Antarctica the territory South of 60 deg S, BV Bouvet Island Bouvetoya
    TF French Southern Territories, HM Heard and McDonald Islands
    GS South Georgia and the South Sandwich Islands`,
  asia: `AF Afghanistan, AM Armenia, AZ Azerbaijan, BH Bahrain, BD Bangladesh, BT Bhutan
    IO British Indian Ocean Territory Chagos Archipelago, BN Brunei Darussalam, KH Cambodia, CN China
    CX Christmas Island, CC Cocos Keeling Islands, CY Cyprus, GE Georgia, HK Hong Kong, IN India
    ID Indonesia, IR Iran, IQ Iraq, IL Israel, JP Japan, JO Jordan, KZ Kazakhstan, KW Kuwait
    KG Kyrgyz Republic, LA Lao People s Democratic Republic, LB Lebanon, MO Macao, MY Malaysia, MV Maldives
    MN Mongolia, MM Myanmar, NP Nepal, KP North Korea, OM Oman, PK Pakistan, PS Palestinian Territory
    PH Philippines, QA Qatar, SA Saudi Arabia, SG Singapore, KR South Korea, LK Sri Lanka
    SY Syrian Arab Republic, TW Taiwan, TJ Tajikistan, TH Thailand, TL Timor Leste, TR Turkey
    TM Turkmenistan, AE United Arab Emirates, UZ Uzbekistan, VN Viet Nam, YE Yemen`,
  europe: `AX Aland Islands, AL Albania, AD Andorra, AT Austria, BY Belarus, BE Belgium
    BA Bosnia and Herzegovina, BG Bulgaria, HR Croatia, CZ Czech Republic, DK Denmark, EE Estonia
    FO Faroe Islands, FI Finland, FR France, DE Germany, GI Gibraltar, GR Greece, GG Guernsey
    VA Holy See Vatican City State, HU Hungary, IS Iceland, IE Ireland, IM Isle of Man, IT Italy, JE Jersey
    LV Latvia, LI Liechtenstein, LT Lithuania, LU Luxembourg, MK Macedonia, MT Malta, MD Moldova, MC Monaco
    ME Montenegro, NL Netherlands, NO Norway, PL Poland, PT Portugal, RO Romania, RU Russian Federation
    SM San Marino, RS Serbia, SK Slovakia Slovak Republic, SI Slovenia, ES Spain
    SJ Svalbard Jan Mayen Islands, SE Sweden, CH Switzerland, UA Ukraine
    GB United Kingdom of Great Britain N Ireland`,
  'north-america': `AI Anguilla, AG Antigua and Barbuda, AW Aruba, BS Bahamas, BB Barbados, BZ Belize
    BM Bermuda, VG British Virgin Islands, CA Canada, KY Cayman Islands, CR Costa Rica, CU Cuba, DM Dominica
    DO Dominican Republic, SV El Salvador, GL Greenland, GD Grenada, GP Guadaloupe, GT Guatemala, HT Haiti
    HN Honduras, JM Jamaica, MQ Martinique, MX Mexico, MS Montserrat, BQ Netherlands Antilles, NI Nicaragua
    PA Panama, PR Puerto Rico, KN St Kitts and Nevis, LC St Lucia, PM St Pierre and Miquelon
    VC St Vincent and the Grenadines, TT Trinidad and Tobago, TC Turks and Caicos Islands
    US United States of America, VI US Virgin Islands`,
  oceania: `AS American Samoa, AU Australia, CK Cook Islands, FJ Fiji, PF French Polynesia, GU Guam
    KI Kiribati, MH Marshall Islands, FM Micronesia, NR Nauru, NC New Caledonia, NZ New Zealand, NU Niue
    NF Norfolk Island, MP Northern Mariana Islands, PW Palau, PG Papua New Guinea, PN Pitcairn Island
    WS Samoa, SB Solomon Islands, TK Tokelau Tokelau Islands, TO Tonga, TV Tuvalu
    UM United States Minor Outlying Islands, VU Vanuatu, WF Wallis and Futuna Islands`,
  'south-america': `AR Argentina, BO Bolivia, BR Brazil, CL Chile, CO Colombia, EC Ecuador
    FK Falkland Islands Malvinas, GF French Guiana, GY Guyana, PY Paraguay, PE Peru, SR Suriname, UY Uruguay
    VE Venezuela`,
};

export interface Country {
  readonly id: string;
  readonly parent: string;
  readonly english: string;
  readonly french: string;
}

const english = new Intl.DisplayNames('en', { type: 'region' });
const french = new Intl.DisplayNames('fr', { type: 'region' });

export const countries: readonly Country[] = Object.entries(codes).flatMap(([parent, list]) =>
  list.split(/,|\n/).map((spelling) => {
    const text = spelling.trim();
    const [code, name] = [text.slice(0, 2), text.slice(3)];
    return {
      id: name.replaceAll(' ', '_'),
      parent,
      english: english.of(code) ?? name,
      french: french.of(code) ?? name,
    };
  }),
);
