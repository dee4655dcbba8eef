/**
 * Continents and countries, as ids that documents store (`europe/France`).
 * Invariant: ids and their order are fixed here; the French names come from the runtime's own region names by
 * ISO 3166 code.
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

/** `CODE id`, by continent. Uninhabited territories other than Antarctica are left out. */
const codes: Readonly<Record<keyof typeof continents, string>> = {
  africa: `DZ Algeria, AO Angola, BJ Benin, BW Botswana, BF Burkina Faso, BI Burundi, CM Cameroon, CV Cape Verde
    CF Central African Republic, TD Chad, KM Comoros, CG Congo, CD Democratic Republic of the Congo, CI Ivory Coast
    DJ Djibouti, EG Egypt, GQ Equatorial Guinea, ER Eritrea, SZ Eswatini, ET Ethiopia, GA Gabon, GM Gambia, GH Ghana
    GN Guinea, GW Guinea-Bissau, KE Kenya, LS Lesotho, LR Liberia, LY Libya, MG Madagascar, MW Malawi, ML Mali
    MR Mauritania, MU Mauritius, YT Mayotte, MA Morocco, MZ Mozambique, NA Namibia, NE Niger, NG Nigeria, RE Reunion
    RW Rwanda, SH Saint Helena, ST Sao Tome and Principe, SN Senegal, SC Seychelles, SL Sierra Leone, SO Somalia
    ZA South Africa, SS South Sudan, SD Sudan, TZ Tanzania, TG Togo, TN Tunisia, UG Uganda, EH Western Sahara
    ZM Zambia, ZW Zimbabwe`,
  antarctica: 'AQ Antarctica',
  asia: `AF Afghanistan, AM Armenia, AZ Azerbaijan, BH Bahrain, BD Bangladesh, BT Bhutan, IO British Indian Ocean Territory
    BN Brunei, KH Cambodia, CN China, CX Christmas Island, CC Cocos Islands, CY Cyprus, GE Georgia, HK Hong Kong
    IN India, ID Indonesia, IR Iran, IQ Iraq, IL Israel, JP Japan, JO Jordan, KZ Kazakhstan, KW Kuwait, KG Kyrgyzstan
    LA Laos, LB Lebanon, MO Macao, MY Malaysia, MV Maldives, MN Mongolia, MM Myanmar, NP Nepal, KP North Korea, OM Oman
    PK Pakistan, PS Palestine, PH Philippines, QA Qatar, SA Saudi Arabia, SG Singapore, KR South Korea, LK Sri Lanka
    SY Syria, TW Taiwan, TJ Tajikistan, TH Thailand, TL Timor-Leste, TR Turkey, TM Turkmenistan
    AE United Arab Emirates, UZ Uzbekistan, VN Vietnam, YE Yemen`,
  europe: `AX Aland Islands, AL Albania, AD Andorra, AT Austria, BY Belarus, BE Belgium, BA Bosnia and Herzegovina
    BG Bulgaria, HR Croatia, CZ Czech Republic, DK Denmark, EE Estonia, FO Faroe Islands, FI Finland, FR France
    DE Germany, GI Gibraltar, GR Greece, GG Guernsey, HU Hungary, IS Iceland, IE Ireland, IM Isle of Man, IT Italy
    JE Jersey, LV Latvia, LI Liechtenstein, LT Lithuania, LU Luxembourg, MT Malta, MD Moldova, MC Monaco
    ME Montenegro, NL Netherlands, MK North Macedonia, NO Norway, PL Poland, PT Portugal, RO Romania, RU Russia
    SM San Marino, RS Serbia, SK Slovakia, SI Slovenia, ES Spain, SJ Svalbard and Jan Mayen, SE Sweden
    CH Switzerland, UA Ukraine, GB United Kingdom, VA Vatican City`,
  'north-america': `AI Anguilla, AG Antigua and Barbuda, AW Aruba, BS Bahamas, BB Barbados, BZ Belize, BM Bermuda
    BQ Caribbean Netherlands, VG British Virgin Islands, CA Canada, KY Cayman Islands, CR Costa Rica, CU Cuba
    CW Curacao, DM Dominica, DO Dominican Republic, SV El Salvador, GL Greenland, GD Grenada, GP Guadeloupe
    GT Guatemala, HT Haiti, HN Honduras, JM Jamaica, MQ Martinique, MX Mexico, MS Montserrat, NI Nicaragua, PA Panama
    PR Puerto Rico, BL Saint Barthelemy, KN Saint Kitts and Nevis, LC Saint Lucia, MF Saint Martin
    PM Saint Pierre and Miquelon, VC Saint Vincent and the Grenadines, SX Sint Maarten, TT Trinidad and Tobago
    TC Turks and Caicos Islands, US United States, VI United States Virgin Islands`,
  oceania: `AS American Samoa, AU Australia, CK Cook Islands, FJ Fiji, PF French Polynesia, GU Guam, KI Kiribati
    MH Marshall Islands, FM Micronesia, NR Nauru, NC New Caledonia, NZ New Zealand, NU Niue, NF Norfolk Island
    MP Northern Mariana Islands, PW Palau, PG Papua New Guinea, PN Pitcairn, WS Samoa, SB Solomon Islands, TK Tokelau
    TO Tonga, TV Tuvalu, VU Vanuatu, WF Wallis and Futuna`,
  'south-america': `AR Argentina, BO Bolivia, BR Brazil, CL Chile, CO Colombia, EC Ecuador, FK Falkland Islands
    GF French Guiana, GY Guyana, PY Paraguay, PE Peru, SR Suriname, UY Uruguay, VE Venezuela`,
};

export interface Country {
  readonly id: string;
  readonly parent: string;
  readonly french: string;
}

const french = new Intl.DisplayNames('fr', { type: 'region' });

export const countries: readonly Country[] = Object.entries(codes).flatMap(([parent, list]) =>
  list.split(/,|\n/).map((spelling) => {
    const text = spelling.trim();
    return { id: text.slice(3), parent, french: french.of(text.slice(0, 2)) ?? text.slice(3) };
  }),
);
