import { expect, test } from 'vitest'
import { findCountry, unnamedLabels } from './countries.ts'
import { matchCountries, matchScore, openMatcher } from './country-matching.ts'
import type { Pace } from './country-matching.ts'

/** Labels that servers, forms and address books use, after the code of the country that they mean. */
const MATCHES = `
AD|Principality of Andorra|ANDORRA
AE|UAE|U.A.E.|United Arab Emirates (the)|Emirates|the emirates
AF|Islamic Republic of Afghanistan|Afganistan
AG|Antigua & Barbuda|Antigua
AI|ANGUILLA
AL|Republic of Albania|Shqipëria|Shqiperia
AM|Republic of Armenia|Hayastan
AN|Netherlands Antilles
AO|Republic of Angola|angola
AR|Argentine Republic|República Argentina|Argentinia
AT|Republic of Austria|Österreich|Osterreich|OESTERREICH
AU|Commonwealth of Australia|australia|Autralia
AX|Aland Islands|Åland|ALAND
AZ|Republic of Azerbaijan|Azerbaidjan|Azerbayjan
BA|Bosnia|Bosnia & Herzegovina|Bosnia-Herzegovina|Herzegovina and Bosnia|Bosna i Hercegovina
BD|People's Republic of Bangladesh|East Pakistan|Bangladsh
BE|Kingdom of Belgium|België|Belgique|Belgien|Belgum
BF|Upper Volta|Burkina|Burkina-Faso
BG|Republic of Bulgaria|България
BH|Kingdom of Bahrain|Bahrein
BJ|Dahomey|Republic of Benin
BL|St. Barthélemy|Saint Barthelemy|St Barts
BN|Brunei|BRUNEI DARUSSALAM
BO|Bolivia (Plurinational State of)|Bolivia, Plurinational State of|Estado Plurinacional de Bolivia
BQ|Bonaire, Sint Eustatius and Saba|Caribbean Netherlands
BR|Brasil|Federative Republic of Brazil|BRAZIL
BS|Bahamas (the)|The Bahamas|Bahamas, The
BT|Kingdom of Bhutan
BW|Bechuanaland|Republic of Botswana
BY|Byelorussia|Belorussia|Беларусь|Republic of Belarus
BZ|British Honduras
CA|CANADA|canadá
CC|Cocos (Keeling) Islands|Keeling Islands
CD|DR Congo|D.R. Congo|DRC|Congo, The Democratic Republic of the|Congo (Democratic Republic of the)|Congo, Dem. Rep.|Congo-Kinshasa|Congo (Kinshasa)|Zaire|Zaïre|Democratic Republic of Congo|Congo (DRC)|RD Congo
CF|Central African Republic (the)|Centrafrique|République centrafricaine
CG|Congo|CONGO|Congo (the)|Republic of the Congo|Congo, Rep.|Congo-Brazzaville|Congo (Brazzaville)
CH|Swiss Confederation|Schweiz|Suisse|Svizzera|Switzerland
CI|Ivory Coast|Cote d'Ivoire|CÔTE D’IVOIRE|Cote dIvoire|Republic of Côte d'Ivoire|Cote d Ivoire
CL|Republic of Chile
CM|Cameroun|Republic of Cameroon
CN|People's Republic of China|China, People's Republic of|PRC|P.R. China|PR China|中国|Zhongguo|Mainland China
CO|Republic of Colombia|Columbia
CR|Republic of Costa Rica|COSTA RICA
CV|Cape Verde|Republic of Cabo Verde|Cap Verde
CW|Curacao|CURAÇAO
CY|Kypros|Republic of Cyprus|Κύπρος
CZ|Czech Republic|Česko|Cesko|Česká republika|Czech Republik|Czech Rep.
DE|Deutschland|Federal Republic of Germany|Germany, Federal Republic of|Bundesrepublik Deutschland|West Germany|East Germany|German Democratic Republic|Germny|germany|Deutchland
DJ|French Somaliland|Republic of Djibouti
DK|Danmark|Kingdom of Denmark|Denmrk
DM|Commonwealth of Dominica
DO|Dominican Republic (the)|República Dominicana|Dominican Rep.|Dominican Republc
DZ|Algérie|Algerie|People's Democratic Republic of Algeria
EE|Eesti|Republic of Estonia
EG|Arab Republic of Egypt|Egypt, Arab Rep.|Misr|مصر
EH|Spanish Sahara|Western-Sahara
ER|State of Eritrea
ES|España|Espana|ESPAÑA|Kingdom of Spain
ET|Abyssinia|Federal Democratic Republic of Ethiopia|Etiopia
FI|Suomi|Republic of Finland|FINLAND
FJ|Fiji Islands|Republic of Fiji
FK|Falkland Islands (Malvinas)|Falkland Islands (the) [Malvinas]|Islas Malvinas|Falklands
FM|Micronesia (Federated States of)|Micronesia, Federated States of|Micronesia, Fed. States of
FO|Faeroe Islands|Faroe Islands (the)|Føroyar|Færøerne
FR|French Republic|République française|La France|FRANCE
GA|Gabonese Republic
GB|Britain|Great Britain|England|Scotland|Wales|Northern Ireland|UK|U.K.|United Kingdom of Great Britain and Northern Ireland (the)|United Kingdom (UK)|Cymru|The United Kingdom|united kingdom|Untied Kingdom|Great Britain and Northern Ireland
GE|Sakartvelo|Republic of Georgia|Georgia, Republic of|საქართველო
GF|Guyane|French Guyana
GG|Bailiwick of Guernsey
GH|Republic of Ghana
GL|Kalaallit Nunaat|Grønland
GM|Gambia, The|The Gambia|Gambia (the)
GN|Guinée|Republic of Guinea|Guinea-Conakry|Guinea Conakry
GQ|Guinea Ecuatorial|Republic of Equatorial Guinea|Guinea, Equatorial
GR|Hellas|Hellenic Republic|Ελλάδα|Ellada
GS|South Georgia & the South Sandwich Islands|South Georgia
GT|Republic of Guatemala
GW|Guinea Bissau|Guiné-Bissau|GUINEA-BISSAU
GY|British Guiana|Co-operative Republic of Guyana
HK|Hong Kong SAR|Hong Kong S.A.R.|Hongkong|Hong Kong SAR China|Hong Kong, China|香港
HM|Heard & McDonald Islands|Heard Island & McDonald Islands
HN|Republic of Honduras
HR|Hrvatska|Republic of Croatia
HT|Haïti|Republic of Haiti
HU|Magyarország|Magyarorszag|Hungry
ID|Republic of Indonesia|Dutch East Indies|Indonésia
IE|Republic of Ireland|Éire|Eire|Ireland, Republic of|Irish Republic
IL|State of Israel|ישראל
IM|Isle Of Man
IN|Bharat|Republic of India|भारत|Hindustan
IO|British Indian Ocean Territory (the)|Chagos Islands
IQ|Republic of Iraq|Irak
IR|Iran, Islamic Republic of|Iran (Islamic Republic of)|Persia|Iran, Islamic Rep.|ایران
IS|Ísland|Republic of Iceland|ICELAND
IT|Italia|Italian Republic|Repubblica Italiana|ITALIA
JE|Bailiwick of Jersey
JO|Hashemite Kingdom of Jordan|Transjordan
JP|Nippon|Nihon|日本|JAPAN|State of Japan
KE|Republic of Kenya
KG|Kyrgyz Republic|Kirghizia|Kyrgystan|Kyrgyzstan
KH|Kampuchea|Kingdom of Cambodia|Khmer Republic
KI|Gilbert Islands|Republic of Kiribati
KM|Union of the Comoros|Comoros (the)|Comores
KN|St. Kitts and Nevis|St Kitts & Nevis|Saint Christopher and Nevis
KP|Korea, Democratic People's Republic of|Korea (the Democratic People's Republic of)|Korea, North|North-Korea|DPRK|Democratic People's Republic of Korea|Korea (North)|Korea, Dem. People's Rep.
KR|Korea|Korea, Republic of|Korea (the Republic of)|Korea, South|Korea (South)|S. Korea|Korea, Rep.|Republic of Korea|대한민국|한국|South-Korea|Korea South
KW|State of Kuwait|الكويت
KZ|Kazakstan|Qazaqstan|Казахстан|Republic of Kazakhstan
LA|Laos|Lao PDR|Lao People's Democratic Republic (the)|Lao P.D.R.|LAOS
LB|Lebanese Republic|Liban
LC|St. Lucia|St Lucia
LI|Lichtenstein|Principality of Liechtenstein
LK|Ceylon|Democratic Socialist Republic of Sri Lanka|SriLanka
LS|Basutoland|Kingdom of Lesotho
LT|Lietuva|Republic of Lithuania
LU|Luxemburg|Lëtzebuerg|Grand Duchy of Luxembourg
LV|Latvija|Republic of Latvia
LY|Libyan Arab Jamahiriya|State of Libya|Lybia
MA|Maroc|Kingdom of Morocco|Marocco
MC|Principality of Monaco
MD|Moldova, Republic of|Moldova (the Republic of)|Moldavia
ME|Crna Gora|Црна Гора
MF|Saint Martin (French part)|St. Martin|St Martin (French part)
MG|Malagasy Republic|Republic of Madagascar|Madagaskar
MH|Marshall Islands (the)|Republic of the Marshall Islands
MK|Macedonia|Macedonia, the former Yugoslav Republic of|FYROM|FYR Macedonia|Republic of North Macedonia|N. Macedonia
ML|French Sudan|Republic of Mali
MM|Burma|Myanmar (Burma)|Republic of the Union of Myanmar|Union of Burma
MN|Outer Mongolia|Mongolian People's Republic
MO|Macau|Macao SAR|Macau SAR China|MACAU|澳門
MP|Northern Mariana Islands (the)|Northern Marianas|Saipan
MR|Islamic Republic of Mauritania
MT|Republic of Malta
MU|Île Maurice|Republic of Mauritius
MV|Republic of Maldives|Maldive Islands
MW|Nyasaland|Republic of Malawi
MX|México|Mexico|United Mexican States|MÉXICO|Méjico
MY|Malaya|Federation of Malaysia|MALAYSIA|Malasia
MZ|Moçambique|Mocambique|Republic of Mozambique
NA|South West Africa|South-West Africa|Republic of Namibia
NC|Nouvelle-Calédonie|New Caledonia
NE|Niger (the)|Republic of the Niger
NG|Federal Republic of Nigeria|Nigeria
NL|Holland|The Netherlands|Netherlands (the)|Netherlands, The|Nederland|Kingdom of the Netherlands|Netherlands (Kingdom of the)|Netherland|HOLLAND|Nederlands
NO|Norge|Noreg|Kingdom of Norway|NORGE
NP|Federal Democratic Republic of Nepal|नेपाल
NZ|Aotearoa|New-Zealand|New Zeland
OM|Sultanate of Oman|Muscat and Oman
PA|Panamá|Republic of Panama
PE|Perú|Republic of Peru
PF|Polynésie française|Tahiti
PG|Papua-New Guinea|Independent State of Papua New Guinea|Papua Niugini
PH|Philippines (the)|Pilipinas|Republic of the Philippines|Phillipines|Philipines
PK|Islamic Republic of Pakistan|Pakistan
PL|Polska|Republic of Poland|POLSKA
PN|Pitcairn Islands
PR|Porto Rico|Commonwealth of Puerto Rico
PS|Palestine, State of|Palestinian Territory, Occupied|Palestinian Territories|State of Palestine
PT|Portuguese Republic|PORTUGAL|Portugual
PW|Belau|Republic of Palau
RE|Reunion|La Réunion|Reunion Island
RO|Rumania|România|Roumania
RS|Srbija|Србија|Republic of Serbia
RU|Russian Federation (the)|Россия|Rossiya|Russian Fed.|RUSSIA
RW|Ruanda|Republic of Rwanda
SA|Kingdom of Saudi Arabia|KSA|Saudi-Arabia|Saudia Arabia
SC|Republic of Seychelles
SD|Sudan (the)|Republic of the Sudan|The Sudan|North Sudan
SE|Sverige|Kingdom of Sweden|SVERIGE
SG|Singapura|Republic of Singapore|Singapour
SH|St. Helena|Saint Helena, Ascension & Tristan da Cunha
SI|Slovenija|Republic of Slovenia
SJ|Svalbard|Svalbard & Jan Mayen
SK|Slovensko|Slovak Republic|Slovakia
SO|Federal Republic of Somalia
SR|Surinam|Dutch Guiana
SS|Southern Sudan|Republic of South Sudan
ST|São Tomé & Príncipe|Sao Tome|Sao Tomé and Principe
SV|El-Salvador|Republic of El Salvador
SX|Sint Maarten (Dutch part)|St. Maarten|St Maarten
SY|Syria|SYRIAN ARAB REPUBLIC|Syrie
SZ|Swaziland|Kingdom of Eswatini|SWAZILAND
TC|Turks & Caicos Islands|Turks and Caicos
TD|Tchad|Republic of Chad
TF|French Southern Territories (the)|Terres australes françaises
TH|Siam|Kingdom of Thailand|ประเทศไทย
TJ|Tadzhikistan|Tadjikistan|Republic of Tajikistan
TL|East Timor|Timor Leste|Democratic Republic of Timor-Leste
TM|Turkmenia|Türkmenistan
TN|Tunisie|Republic of Tunisia
TR|Türkiye|Turkiye|TÜRKİYE|Republic of Türkiye|TURKIYE|Republic of Turkey
TT|Trinidad & Tobago|Trinidad|Tobago and Trinidad
TV|Ellice Islands
TW|Taiwan (Province of China)|Taiwan, Province of China|Formosa|台灣|Republic of China|Chinese Taipei|Taiwan, R.O.C.
TZ|Tanzania, United Republic of|Tanzania (the United Republic of)|Tanganyika|United Republic of Tanzania
UA|The Ukraine|Ukraina|Україна|Ukrain
UM|US Minor Outlying Islands|United States Minor Outlying Islands (the)
US|America|U.S.|U.S.A.|United States (the)|United States of America (the)|The United States|Estados Unidos|UNITED STATES|Unites States|united states of america|United States (USA)
UY|Eastern Republic of Uruguay
UZ|Republic of Uzbekistan|Oʻzbekiston|Uzbekiston
VA|Vatican|Vatican City|Holy See (the)|Holy See (Vatican City State)|Vatican City State
VC|St. Vincent & the Grenadines|St Vincent and Grenadines
VE|Venezuela (Bolivarian Republic of)|Venezuela, Bolivarian Republic of|Venezuela, RB
VG|British Virgin Islands|Virgin Islands, British|BVI
VI|US Virgin Islands|U.S. Virgin Islands|Virgin Islands, U.S.|United States Virgin Islands
VN|Vietnam|Viet-Nam|Việt Nam|Socialist Republic of Vietnam|VIETNAM
VU|New Hebrides
WF|Wallis & Futuna
WS|Western Samoa|Independent State of Samoa
XK|Kosova|Republic of Kosovo|Косово
YE|Republic of Yemen|Yemen, Rep.|South Yemen
ZA|Republic of South Africa|Suid-Afrika|S. Africa|South-Africa
ZM|Northern Rhodesia
ZW|Rhodesia|Republic of Zimbabwe|Zimbawe
`

/** What a country field also holds: answers that are none, regions, cities, states of the past. */
const NO_MATCHES = `
Other|None|Test|Berlin|Unknown|unknown country|N/A|not set|null|undefined|default|Global|Worldwide|International
Anonymous|Private|Hidden|Localhost|Proxy|VPN|Satellite Provider|Anonymous Proxy|Tor|Bot|Earth|Internet|Nowhere
Europe|European Union|EMEA|APAC|LATAM|Asia|Asia/Pacific Region|Africa|North Africa|South America|North America|Latin America
Central America|Central Africa|West Africa|Southern Africa|Middle East|Oceania|Antarctica Bay|Scandinavia|Balkans|Caribbean
Benelux|West Indies|South East Asia|Eurasia|Arctic|Siberia|Soviet Union|USSR|Yugoslavia|Czechoslovakia
Serbia and Montenegro|Austria-Hungary|Ottoman Empire|Prussia|Rome|Paris|London|Madrid|Vienna|Lagos|Luanda|Granada
Chiba|Malaga|Bursa|Konya|Manama|Havana|Kingston|Georgetown|Victoria|Melbourne|Toronto|New York|California|Texas
New Mexico|New Jersey|Carolina|Indiana|Alabama|Montana|Bavaria|Catalonia|Tibet|Kurdistan|Atlantis|Narnia|Neverland
Wakanda|Virgin Islands|West Timor|Dominican|Austrlia|Holand|Iseland|Costaxx|Denxx|Greec Lnd|Irlnad|12345|???|_|-
Roland|Susan|Nigel|Women|Sales|Tiger|Child|Trance|Gre|Mal|Ger|constructor|__proto__
`

const linesOf = (table: string) => table.trim().split('\n')
const cases = linesOf(MATCHES).flatMap((line) => {
  const [code = '', ...labels] = line.split('|')
  return labels.map((label) => [label, code] as const)
})
const others = linesOf(NO_MATCHES).flatMap((line) => line.split('|'))

/** The code that a label is counted under, or the label itself. */
async function codeOf(label: string): Promise<string> {
  const known = findCountry(label)
  if (known) return known.alpha2
  const matches = await matchCountries(unnamedLabels([label]))
  return matches.get(label)?.alpha2 ?? label
}

test('at least 400 names match their country', async () => {
  expect(new Set(cases.map(([label]) => label)).size).toBeGreaterThanOrEqual(400)
  const wrong: string[] = []
  for (const [label, code] of cases) {
    const found = await codeOf(label)
    if (found !== code) wrong.push(`${label}: ${found} instead of ${code}`)
  }
  expect(wrong).toEqual([])
})

test('at least 100 labels without a country match none', async () => {
  expect(new Set(others).size).toBeGreaterThanOrEqual(100)
  const wrong: string[] = []
  for (const label of others) {
    const found = await codeOf(label)
    if (found !== label) wrong.push(`${label}: ${found}`)
  }
  expect(wrong).toEqual([])
})

test.each([
  // Four of five letters match, five of seven do not.
  ['Japin', 'JP'],
  ['Denxx', null],
  // 60 and 61 characters.
  ['United Kingdom of Great Britain - - - and Northern Irelnd --', 'GB'],
  ['United Kingdom of Great Britain - - - and Northern Irelnd ---', null],
  // Ireland and Iceland are equally close, Hungary is the only candidate.
  ['Iseland', null],
  ['Hungray', null],
  ['Hungari', 'HU'],
  // 3 and 4 letters.
  ['Itl', null],
  ['Itly', 'IT'],
  // Shorter other names match only exactly.
  ['Siam', 'TH'],
  ['Slam', null],
])('"%s" is %s', async (label, code) => {
  expect((await matchCountries([label])).get(label)?.alpha2 ?? null).toBe(code)
})

test.each([
  [0, 100],
  [0.4, 60],
  [0.404, 60],
  [0.406, 59],
  [1, 0],
])('the Fuse.js score %d is %d of 100', (score, points) => {
  expect(matchScore(score)).toBe(points)
})

const letters = 'etaoinshrdlucmfwypvbgkjqxz '
/** A label that is like no other, of the letters that names are made of. */
const label = (length: number, seed: number) =>
  Array.from(
    { length },
    (_, at) => letters[(Math.imul(seed * 131 + at * 7919, 40503) >>> 5) & 31] ?? 'a',
  ).join('')

test('thousands of long labels are rejected almost without comparisons', async () => {
  const matcher = await openMatcher()
  for (let seed = 0; seed < 4_000; seed++) matcher.match(label(30, seed))
  for (let seed = 0; seed < 50; seed++) matcher.match(label(1_000, seed))
  expect(matcher.comparisons).toBeLessThan(400)
})

test('a cached label and a label above 60 characters need no comparison', async () => {
  const matcher = await openMatcher()
  matcher.match('United Stades')
  const before = matcher.comparisons
  expect(before).toBeGreaterThan(0)
  matcher.match('United Stades')
  matcher.match(`United Stades ${'of America '.repeat(8)}`)
  expect(matcher.comparisons).toBe(before)
})

test('concurrent calls share the 8 ms of a frame', async () => {
  let ms = 0
  let worked = 0
  const slices: number[] = []
  const pace: Pace = {
    now: () => ms,
    pause: async () => {
      slices.push(worked)
      worked = 0
      // The others run first, as with a timer.
      await Promise.resolve()
      ms += 16
    },
    start: -Infinity,
  }
  /** Labels of which each takes 3 ms. */
  function* labels(accent: string) {
    for (let seed = 0; seed < 10; seed++) {
      ms += 3
      worked += 3
      yield `Grmany${accent}${' '.repeat(seed)}`
    }
  }
  const found = await Promise.all([
    matchCountries(labels('.'), pace),
    matchCountries(labels(','), pace),
  ])
  expect(found.map((matches) => matches.size)).toEqual([10, 10])
  expect(slices.length).toBeGreaterThan(4)
  expect(Math.max(...slices)).toBeLessThanOrEqual(12)
})
