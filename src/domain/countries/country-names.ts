/**
 * Other names of countries, for labels that are not codes: the short and official names of ISO 3166,
 * common English names, former names and native names. One country per line: alpha-2, then the names.
 *
 * Case, accents, punctuation, word order and the words "the", "of" and "and" are ignored, so one
 * spelling of each is enough. A former state with several successors (Yugoslavia, the Soviet Union)
 * matches none. "Korea" and "Congo" mean what they mean in English: South Korea, and the country with
 * the capital Brazzaville.
 */
export const COUNTRY_NAME_LINES = `
AD|Principality of Andorra|Principat d'Andorra
AE|Emirates|UAE|The Emirates|الإمارات|الإمارات العربية المتحدة|Al Imarat
AF|Islamic Republic of Afghanistan|Islamic Emirate of Afghanistan|Afghanestan|افغانستان|أفغانستان
AG|Antigua|Barbuda
AL|Republic of Albania|Shqipëria|Shqipëri|Shqiperia
AM|Republic of Armenia|Hayastan|Հայաստան
AN|Dutch Antilles|Nederlandse Antillen
AO|Republic of Angola
AQ|Antarctic|South Pole
AR|Argentine Republic|Republic of Argentina|República Argentina|The Argentine
AS|Eastern Samoa|Territory of American Samoa|Amerika Samoa
AT|Republic of Austria|Österreich|Oesterreich|Republik Österreich
AU|Commonwealth of Australia
AW|Country of Aruba
AX|Aland|Ahvenanmaa|Landskapet Åland
AZ|Republic of Azerbaijan|Azerbaidjan|Azərbaycan|Azerbaycan|Azerbaidzhan
BA|Bosnia|Bosnia-Herzegovina|Bosna i Hercegovina|Bosna|Босна и Херцеговина|BiH
BD|People's Republic of Bangladesh|East Pakistan|Bangla Desh|বাংলাদেশ
BE|Kingdom of Belgium|België|Belgique|Belgien|Belgie
BF|Upper Volta|Burkina|Republic of Upper Volta
BG|Republic of Bulgaria|Bulgariya|Balgariya|България
BH|Kingdom of Bahrain|Bahrein|Al Bahrayn|البحرين
BI|Republic of Burundi|Urundi
BJ|Republic of Benin|Dahomey|Bénin
BL|St Barts|Saint Barts|St Barths|Saint Barth|Collectivity of Saint Barthélemy
BM|Bermudas|Somers Isles|Bermuda Islands
BN|Brunei|Nation of Brunei|Brunei, Abode of Peace|Negara Brunei Darussalam
BO|Bolivia, Republic of|Estado Plurinacional de Bolivia
BQ|Caribbean Netherlands|BES Islands|Sint Eustatius|Bonaire, Saint Eustatius and Saba|Dutch Caribbean
BR|Federative Republic of Brazil|Brasil|República Federativa do Brasil
BS|Commonwealth of the Bahamas|Bahama Islands|Bahama
BT|Kingdom of Bhutan|Druk Yul|འབྲུག་ཡུལ
BV|Bouvetøya|Bouvet
BW|Republic of Botswana|Bechuanaland
BY|Republic of Belarus|Byelorussia|Belorussia|White Russia|Byelarus|Bielorussia|Беларусь|Белоруссия
BZ|British Honduras
CA|Dominion of Canada
CC|Cocos (Keeling) Islands|Keeling Islands|Territory of Cocos (Keeling) Islands
CD|DR Congo|DRC|Congo DRC|Congo Kinshasa|Democratic Republic of Congo|République démocratique du Congo|RD Congo|RDC|Zaire|Republic of Zaire|Belgian Congo|Congo Zaire|Congo, Dem. Rep. of the|Congo, Democratic Republic
CF|Centrafrique|République centrafricaine|Central African Empire|Ubangi-Shari|Ködörösêse tî Bêafrîka
CG|Republic of the Congo|Congo Brazzaville|French Congo|Middle Congo|République du Congo|People's Republic of the Congo
CH|Swiss Confederation|Swiss|Schweiz|Die Schweiz|Suisse|La Suisse|Svizzera|Svizra|Helvetia|Confoederatio Helvetica
CI|Ivory Coast|Cote d Ivoire|Republic of Côte d'Ivoire|Republic of Ivory Coast
CL|Republic of Chile|República de Chile|Chili
CM|Republic of Cameroon|Cameroun|Cameroons|Kamerun|United Republic of Cameroon
CN|People's Republic of China|PR China|PRC|Mainland China|Red China|Zhongguo|Zhonghua|中国|中國|中华人民共和国|China (mainland)
CO|Republic of Colombia|República de Colombia
CR|Republic of Costa Rica
CU|Republic of Cuba|República de Cuba
CV|Cape Verde|Republic of Cabo Verde|Republic of Cape Verde|Cape Verde Islands
CW|Country of Curaçao|Kòrsou
CX|Territory of Christmas Island
CY|Republic of Cyprus|Kypros|Kıbrıs|Κύπρος
CZ|Czech Republic|Czech|Česko|Česká republika|Cesko|Čechy
DE|Federal Republic of Germany|Deutschland|Bundesrepublik Deutschland|West Germany|East Germany|German Democratic Republic|FRG|GDR|BRD|DDR
DJ|Republic of Djibouti|French Somaliland|Jibuti|Afars and Issas|جيبوتي
DK|Kingdom of Denmark|Danmark
DM|Commonwealth of Dominica
DO|República Dominicana|Santo Domingo|Dominican Rep|DomRep
DZ|People's Democratic Republic of Algeria|Algérie|Al Jazair|Al Djazair|الجزائر
EC|Republic of Ecuador|República del Ecuador
EE|Republic of Estonia|Eesti|Eesti Vabariik|Esthonia
EG|Arab Republic of Egypt|Misr|Masr|United Arab Republic|مصر
EH|Sahrawi Arab Democratic Republic|Spanish Sahara|West Sahara|Rio de Oro
ER|State of Eritrea|Ertra|ኤርትራ
ES|Kingdom of Spain|España|Reino de España|Espanya|Espainia
ET|Federal Democratic Republic of Ethiopia|Abyssinia|Ityopya|ኢትዮጵያ
FI|Republic of Finland|Suomi|Suomen tasavalta
FJ|Republic of Fiji|Fiji Islands
FK|Falklands|Falkland Islands (Malvinas)|Malvinas|Islas Malvinas|The Falklands
FM|Micronesia, Fed. States of|Micronesia, Fed. Sts.|Caroline Islands
FO|Faroes|The Faroes|Faeroe Islands|Faeroes|Føroyar|Færøerne
FR|French Republic|République française|La France|Metropolitan France|France métropolitaine
GA|Gabonese Republic|Gaboon|République gabonaise
GB|UK|Great Britain|Britain|British Isles|England|Scotland|Wales|Northern Ireland|Cymru|Great Britain and Northern Ireland|United Kingdom (Great Britain)|England and Wales|Ulster
GE|Republic of Georgia|Sakartvelo|საქართველო|Gruzia|Gruziya
GF|Guyane|Guyane française|French Guyana
GG|Bailiwick of Guernsey
GH|Republic of Ghana
GL|Kalaallit Nunaat|Grønland
GM|The Gambia|Republic of the Gambia
GN|Republic of Guinea|Guinea Conakry|Guinée|French Guinea
GP|Department of Guadeloupe|Gwadloup
GQ|Republic of Equatorial Guinea|Guinea Ecuatorial|Spanish Guinea|Rio Muni|Fernando Po
GR|Hellenic Republic|Hellas|Ellada|Ελλάδα|Ελλάς
GS|South Georgia|South Georgia Islands|South Sandwich Islands|South Georgia and South Sandwich
GT|Republic of Guatemala|República de Guatemala
GU|Guåhan|Territory of Guam
GW|Republic of Guinea-Bissau|Guiné-Bissau|Portuguese Guinea|Guinea-Bissao
GY|Co-operative Republic of Guyana|Cooperative Republic of Guyana|British Guiana
HK|Hong Kong SAR|Hongkong|Hong Kong SAR China|Hong Kong, China|Hong Kong Special Administrative Region of China|Xianggang|香港
HM|Heard Island|McDonald Islands|Heard and McDonald Islands
HN|Republic of Honduras|República de Honduras
HR|Republic of Croatia|Hrvatska|Republika Hrvatska
HT|Republic of Haiti|Haïti|Ayiti|Hayti
HU|Republic of Hungary|Magyarország|Magyarorszag|Magyar
ID|Republic of Indonesia|Republik Indonesia|Dutch East Indies|Netherlands East Indies|NKRI
IE|Republic of Ireland|Éire|Eire|Irish Republic|Irish Free State|Poblacht na hÉireann|Southern Ireland|Ireland (Republic)
IL|State of Israel|Yisrael|Medinat Yisrael|ישראל
IM|Ellan Vannin
IN|Republic of India|Bharat|Hindustan|भारत|Bhārat Gaṇarājya
IO|Chagos|Chagos Islands|Chagos Archipelago|Diego Garcia|BIOT
IQ|Republic of Iraq|Al Iraq|Irak|العراق
IR|Persia|Islamic Rep. of Iran|ایران|إيران
IS|Republic of Iceland|Ísland|Lýðveldið Ísland
IT|Italian Republic|Italia|Repubblica Italiana
JE|Bailiwick of Jersey|Jèrri
JM|Jumieka
JO|Hashemite Kingdom of Jordan|Al Urdun|Transjordan|الأردن
JP|State of Japan|Nippon|Nihon|Nippon-koku|日本|日本国|Zipangu
KE|Republic of Kenya|Jamhuri ya Kenya
KG|Kyrgyz Republic|Kirghizia|Kirgizia|Kirghizstan|Kirgizstan|Kirgistan|Kyrgyz|Кыргызстан|Киргизия
KH|Kingdom of Cambodia|Kampuchea|Democratic Kampuchea|Khmer Republic|Cambodge|កម្ពុជា
KI|Republic of Kiribati|Gilbert Islands
KM|Union of the Comoros|Comoro Islands|Comoros Islands|Comores|Komori|Juzur al Qamar
KN|Saint Christopher and Nevis|St Kitts|Saint Kitts|Nevis|St Kitts-Nevis|Federation of Saint Kitts and Nevis|Saint Christopher-Nevis
KP|DPRK|N Korea|DPR Korea|Korea, Dem. People's Rep.|Korea, D.P.R.O.|Chosŏn|조선|조선민주주의인민공화국|Bukhan|북한|Korea, Democratic
KR|Korea|ROK|S Korea|Korea, Rep.|Korea Rep|Hanguk|Daehan Minguk|대한민국|한국|남한
KW|State of Kuwait|Al Kuwayt|Kuweit|الكويت
KY|Caymans|The Caymans|Grand Cayman
KZ|Republic of Kazakhstan|Kazakstan|Qazaqstan|Kazachstan|Қазақстан|Казахстан
LA|Laos|Lao|Lao PDR|Lao P.D.R.|Lao People's Dem. Rep.|Pathet Lao|Muang Lao|ປະເທດລາວ|ລາວ
LB|Lebanese Republic|Lubnan|Liban|لبنان
LC|St Lucia
LI|Principality of Liechtenstein|Lichtenstein|Fürstentum Liechtenstein
LK|Democratic Socialist Republic of Sri Lanka|Ceylon|Srilanka|ශ්‍රී ලංකා|இலங்கை
LR|Republic of Liberia
LS|Kingdom of Lesotho|Basutoland
LT|Republic of Lithuania|Lietuva|Lietuvos Respublika
LU|Grand Duchy of Luxembourg|Luxemburg|Lëtzebuerg|Grand-Duché de Luxembourg|Letzeburg
LV|Republic of Latvia|Latvija|Latvijas Republika
LY|State of Libya|Libyan Arab Jamahiriya|Libyan Jamahiriya|Great Socialist People's Libyan Arab Jamahiriya|Libyan Republic|Lybia|Libia|ليبيا
MA|Kingdom of Morocco|Maroc|Al Maghrib|المغرب
MC|Principality of Monaco|Principauté de Monaco
MD|Moldavia|Moldova Republic|Bessarabia|Rep. of Moldova
ME|Crna Gora|Црна Гора|Republic of Montenegro
MF|Saint-Martin|St Martin|St Martin (French part)|Collectivity of Saint Martin
MG|Republic of Madagascar|Madagasikara|Malagasy Republic|Malagasy
MH|Republic of the Marshall Islands|RMI
MK|Macedonia|FYROM|FYR Macedonia|Republic of North Macedonia|Republic of Macedonia|Former Yugoslav Republic of Macedonia|The former Yugoslav Republic of Macedonia|Macedonia, FYR|Severna Makedonija|Makedonija|Македонија|Северна Македонија|N Macedonia
ML|Republic of Mali|French Sudan|Sudanese Republic|République du Mali
MM|Burma|Republic of the Union of Myanmar|Union of Myanmar|Union of Burma|Myanmar (Burma)|Burma (Myanmar)|Myanma|မြန်မာ
MN|Mongol Uls|Outer Mongolia|Mongolian People's Republic|Монгол Улс|Монгол
MO|Macau|Macao SAR|Macau SAR|Macao SAR China|Macau SAR China|Macao, China|Macau, China|Macao Special Administrative Region of China|Aomen|澳门|澳門
MP|Northern Marianas|North Mariana Islands|Commonwealth of the Northern Mariana Islands|CNMI|Saipan
MQ|Territorial Collectivity of Martinique|Matinik
MR|Islamic Republic of Mauritania|Mauritanie|Muritaniya|موريتانيا
MT|Republic of Malta|Repubblika ta' Malta
MU|Republic of Mauritius|Île Maurice
MV|Republic of Maldives|Maldive Islands|Maldive|Dhivehi Raajje|Divehi Rajje
MW|Republic of Malawi|Nyasaland
MX|United Mexican States|México|Mejico|Méjico|Estados Unidos Mexicanos
MY|Malaya|Federation of Malaya|Federation of Malaysia|Persekutuan Malaysia
MZ|Republic of Mozambique|Moçambique
NA|Republic of Namibia|South West Africa|South-West Africa
NC|Nouvelle-Calédonie|Kanaky
NE|Republic of the Niger|Republic of Niger|République du Niger
NF|Territory of Norfolk Island
NG|Federal Republic of Nigeria|Naija
NI|Republic of Nicaragua|República de Nicaragua
NL|Holland|The Netherlands|Kingdom of the Netherlands|Nederland|Nederlanden|Niederlande|Koninkrijk der Nederlanden|Pays-Bas
NO|Kingdom of Norway|Norge|Noreg|Kongeriket Norge
NP|Federal Democratic Republic of Nepal|Kingdom of Nepal|नेपाल
NR|Republic of Nauru|Naoero|Pleasant Island
NU|Republic of Niue|Savage Island
NZ|Aotearoa|N Zealand|Aotearoa New Zealand
OM|Sultanate of Oman|Muscat and Oman|عمان
PA|Republic of Panama|República de Panamá
PE|Republic of Peru|República del Perú|Piruw
PF|Polynésie française|Tahiti|French Oceania
PG|Independent State of Papua New Guinea|Papua Niugini|Papua N Guinea
PH|Republic of the Philippines|The Philippines|Pilipinas|Filipinas|Philippine Islands|Philippine|Republika ng Pilipinas
PK|Islamic Republic of Pakistan|West Pakistan|پاکستان
PL|Republic of Poland|Polska|Rzeczpospolita Polska|Polish People's Republic
PM|Miquelon|Saint-Pierre et Miquelon
PN|Pitcairn Islands|Pitcairn Island|Pitcairn, Henderson, Ducie and Oeno Islands
PR|Commonwealth of Puerto Rico|Porto Rico|Borinquen
PS|Palestinian Territory, Occupied|Palestinian Territories|Palestinian Territory|Occupied Palestinian Territories|Palestine, State of|Filastin|Palestinian Authority|فلسطين
PT|Portuguese Republic|República Portuguesa
PW|Republic of Palau|Belau|Pelew|Palaos
PY|Republic of Paraguay|República del Paraguay|Paraguái
QA|State of Qatar|Katar|قطر
RE|La Réunion|Reunion Island|Île de la Réunion|Bourbon Island
RO|Rumania|Roumania|România
RS|Republic of Serbia|Srbija|Србија|Republika Srbija|Servia
RU|Rossiya|Rossija|Россия|Российская Федерация|Rossiyskaya Federatsiya|Rossia|RF|Russian Fed.
RW|Republic of Rwanda|Ruanda|Rwandese Republic
SA|Kingdom of Saudi Arabia|Saudi|KSA|Arabia Saudita|السعودية|المملكة العربية السعودية
SB|Solomons|The Solomons|British Solomon Islands
SC|Republic of Seychelles|Seychelle Islands|Seychelles Islands
SD|Republic of the Sudan|The Sudan|Republic of Sudan|North Sudan|Anglo-Egyptian Sudan|As-Sudan|السودان
SE|Kingdom of Sweden|Sverige|Konungariket Sverige
SG|Republic of Singapore|Singapura|Singapur|Singapore City|新加坡|Xinjiapo|சிங்கப்பூர்
SH|St Helena|Ascension Island|Tristan da Cunha|Saint Helena, Ascension|St Helena, Ascension and Tristan
SI|Republic of Slovenia|Slovenija|Republika Slovenija
SJ|Svalbard|Jan Mayen|Spitsbergen|Svalbard & Jan Mayen Islands
SK|Slovak Republic|Slovensko|Slovenská republika|Slovak
SL|Republic of Sierra Leone|Sierra Leona
SM|Republic of San Marino|Most Serene Republic of San Marino|Serenissima Repubblica di San Marino
SN|Republic of Senegal|Sénégal|République du Sénégal
SO|Federal Republic of Somalia|Somali Republic|Somali Democratic Republic|Soomaaliya|Somaliya|الصومال
SR|Republic of Suriname|Surinam|Dutch Guiana|Netherlands Guiana
SS|Republic of South Sudan|Southern Sudan|S Sudan
ST|São Tomé|São Tomé e Príncipe|Democratic Republic of São Tomé and Príncipe
SV|Republic of El Salvador|República de El Salvador
SX|St Maarten|Saint Maarten|Country of Sint Maarten|St Martin (Dutch part)|Saint Martin (Dutch part)|Sint-Maarten
SY|Syria|Suriyah|Suriya|Syrie|سوريا|سورية
SZ|Swaziland|Kingdom of Eswatini|eSwatini|Kingdom of Swaziland|Ngwane
TC|Turks and Caicos|Turks & Caicos|Turks Islands|Caicos Islands
TD|Republic of Chad|Tchad|Tshad|تشاد
TF|French Southern and Antarctic Lands|French Southern and Antarctic Territories|Terres australes françaises|Terres australes et antarctiques françaises|Kerguelen|French Southern Lands|TAAF
TG|Togolese Republic|Togoland|French Togoland|République togolaise
TH|Kingdom of Thailand|Siam|Prathet Thai|Muang Thai|ประเทศไทย|ไทย|เมืองไทย
TJ|Republic of Tajikistan|Tadzhikistan|Tadjikistan|Tojikiston|Тоҷикистон|Таджикистан
TK|Tokelau Islands|Union Islands
TL|East Timor|Timor Leste|Democratic Republic of Timor-Leste|Timor Lorosa'e|Portuguese Timor|Timór Loro Sa'e
TM|Turkmenia|Turkmeniya|Türkmenistan|Republic of Turkmenistan|Туркменистан
TN|Republic of Tunisia|Tunisian Republic|Tunisie|Tunis|تونس
TO|Kingdom of Tonga|Friendly Islands|Tonga Islands
TR|Türkiye|Republic of Türkiye|Republic of Turkey|Turkiye Cumhuriyeti|Türkiye Cumhuriyeti|Turkei|Türkei
TT|Trinidad|Tobago|Republic of Trinidad and Tobago|Trinidad-Tobago|Trinidad n Tobago
TV|Ellice Islands
TW|Republic of China|Taiwan ROC|Taiwan (Province of China)|Taiwan, China|Chinese Taipei|Formosa|台灣|台湾|臺灣|中華民國|Zhonghua Minguo|Taiwan R.O.C.
TZ|Tanganyika|Zanzibar|Tanganyika and Zanzibar|Jamhuri ya Muungano wa Tanzania
UA|Ukraina|Ukrayina|The Ukraine|Україна|Украина|Ukrania
UG|Republic of Uganda|Jamhuri ya Uganda
UM|US Minor Outlying Islands|US Outlying Islands|U.S. Minor Islands|Minor Outlying Islands|Wake Island|Midway Islands|Johnston Atoll|Minor Outlying Islands (US)
US|America|U.S.|U.S.A.|USA United States|US of A|Estados Unidos|Estados Unidos de América|États-Unis|Vereinigte Staaten|United States of America (USA)|United States (US)|United States (USA)|EE.UU.|EEUU
UY|Oriental Republic of Uruguay|Eastern Republic of Uruguay|República Oriental del Uruguay|Banda Oriental
UZ|Republic of Uzbekistan|O'zbekiston|Oʻzbekiston|Uzbekiston|Usbekistan|Ўзбекистон|Узбекистан
VA|Vatican|Vatican City|Vatican City State|Holy See (Vatican City State)|Città del Vaticano|State of the Vatican City|Sancta Sedes|Santa Sede|The Vatican|Vaticano
VC|St Vincent|Saint Vincent|St Vincent & Grenadines
VE|Republic of Venezuela|República Bolivariana de Venezuela|Venezuela RB
VG|British Virgin Islands|BVI|Virgin Islands UK|Tortola|Virgin Islands, GB
VI|US Virgin Islands|United States Virgin Islands|USVI|American Virgin Islands|Virgin Islands of the United States|Danish West Indies|Virgin Islands USA
VN|Vietnam|Socialist Republic of Vietnam|Socialist Republic of Viet Nam|Việt Nam|North Vietnam|South Vietnam|Republic of Vietnam
VU|Republic of Vanuatu|New Hebrides
WF|Futuna|Wallis et Futuna|Wallis and Futuna Islands|Territory of the Wallis and Futuna Islands
WS|Western Samoa|Independent State of Samoa|Samoa i Sisifo
XK|Republic of Kosovo|Kosova|Kosovë|Republika e Kosovës|Kosovo and Metohija|Косово|Kosovo (UNSCR 1244)
YE|Republic of Yemen|North Yemen|South Yemen|Yemen Arab Republic|People's Democratic Republic of Yemen|Democratic Yemen|Al Yaman|اليمن
YT|Maore|Department of Mayotte|Mahoré
ZA|Republic of South Africa|RSA|Suid-Afrika|Suid Afrika|Union of South Africa|S Africa|Mzansi|iNingizimu Afrika|Zuid-Afrika
ZM|Republic of Zambia|Northern Rhodesia
ZW|Republic of Zimbabwe|Rhodesia|Southern Rhodesia|Zimbabwe Rhodesia
`

/**
 * Regions, cities and words that are one or two letters away from a country's name. They never match
 * it, and neither do labels that are more similar to them.
 */
export const NO_COUNTRY_NAMES = `
North Africa|South America|Southern Africa|South East Africa|Americas|West Timor|West Indies|East Indies|Virgin Islands
Almería|Aomori|Bauru|Belgaum|Beni|Chiba|Chita|Franca|Granada|Guadalupe|Kindia|Konya|Lévis|Luanda|Macaé|Maicao|Malaga
Malatya|Mallawi|Manama|Manta|Masaya|Nakuru|Neverland|Nguru|Palu|Prussia|Ruritania|Salta|Sant Martí|Siberia|St Helens|Tanga|Thana|Xiangyang|Yalta
Dominic|Dominican|Jerry|Malik|Marta|Neal|Nigel|Roland|Susan|Tatar
Angora|Benign|Bongo|Cacao|Child|Chill|Condo|Grenade|Indie|Inland|Macho|Macro|Medico|Pain|Palais|Pajama|Samba|Scuba|Sedan
Semen|Span|Spin|Stain|Surname|Tiger|Trance|Turnkey|While|Woman
`
