/**
 * The most common passwords of 8 or more characters in published lists (shorter ones are too short
 * anyway), what people in this trade choose, and this product's name.
 */
const VERY_COMMON = new Set(
  (
    '123456789 12345678 1234567890 0123456789 0987654321 01234567 12345679 123456780 12345678910 ' +
    '987654321 9876543210 87654321 123123123 12341234 123454321 11223344 1122334455 112233445566 ' +
    '12121212 123321123 1234554321 123456654321 147258369 159357159 159753456 741852963 789456123 ' +
    '789456123a 963852741 13131313 14141414 10101010 20202020 21212121 23232323 31415926 ' +
    '00000000 11111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 ' +
    '000000000 111111111 0000000000 1111111111 aaaaaaaa abababab xxxxxxxx zzzzzzzz ' +
    'password password0 password1 password2 password3 password9 password11 password12 password13 ' +
    'password99 password01 password123 password1234 password12345 password! password1! password! ' +
    'password@123 password#1 passw0rd passw0rd1 passw0rd! p@ssw0rd p@ssw0rd1 p@ssword p@ssword1 ' +
    'p@55w0rd pa$$word pa$$w0rd pa55word passpass passport passw0rd123 mypassword thepassword ' +
    'newpassword yourpassword passwort passwort1 passwort123 motdepasse contrasena contraseña ' +
    'wachtwoord haslo123 parola123 senha123 senha1234 slaptazodis пароль123 password2023 ' +
    'password2024 password2025 password2026 ' +
    'qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty123! qwertyui qwertyuiop ' +
    'qwertyuiop123 qwertz123 qwertzui qwertzuiop azertyuiop azerty123 qwerqwer qwer1234 1234qwer ' +
    '1qazxsw2 1qaz2wsx 1qaz2wsx3edc 1qaz!qaz 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 ' +
    'zaq12wsx zaq1zaq1 zaq1xsw2 zaq1@wsx !qaz2wsx qazwsxedc qazwsx123 qweasdzxc qweasd123 123qweasd ' +
    '123qweasdzxc qwe123qwe qweqweqwe qwaszx12 asdfghjkl asdfghjk asdf1234 asdfasdf asd12345 ' +
    'asdasdasd asdqwe123 zxcvbnm1 zxcvbnm123 zxcvbnm, zxcv1234 zxczxczxc poiuytrewq lkjhgfdsa ' +
    'mnbvcxzl a1s2d3f4 1a2b3c4d 1a2s3d4f ' +
    'abcd1234 abcdefgh abcdefg1 abcdefghi abcdef123 abcde12345 abcd12345 abc12345 abc123456 ' +
    'abc123abc abcabc123 a1b2c3d4 a1b2c3d4e5 a1234567 a12345678 a123456789 aa123456 aa12345678 ' +
    'as123456 qq123456 123456aa 1234567a 12345678a 123456789a 1234abcd 123abc123 123456qwerty ' +
    'iloveyou iloveyou1 iloveyou2 iloveyou123 iloveyou! loveyou1 lovelove iloveu123 loveme123 ' +
    'sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball ' +
    'superman superman1 batman123 spiderman spiderman1 starwars starwars1 pokemon1 pokemon123 ' +
    'trustno1 welcome1 welcome2 welcome12 welcome123 welcome1! welcome@123 welcome2024 welcome2025 ' +
    'letmein1 letmein12 letmein123 letmein! changeme changeme1 changeme123 changeit ' +
    'admin123 admin1234 admin12345 admin@123 admin123! adminadmin administrator administrator1 ' +
    'root1234 rootroot toor1234 superuser username user1234 guest123 guest1234 testtest test1234 ' +
    'test12345 testing1 testing123 temp1234 temppass default1 default123 secret123 secret12 ' +
    'topsecret computer computer1 internet internet1 samsung1 samsung123 google123 facebook ' +
    'facebook1 youtube1 linkedin whatever whatever1 nothing1 something anything1 freedom1 ' +
    'michelle michelle1 jennifer jennifer1 jessica1 victoria victoria1 samantha samantha1 ' +
    'alexander alexander1 alexandra elizabeth elizabeth1 christian christopher benjamin nicholas ' +
    'michael1 michael123 jonathan jordan23 charlie1 charlie123 ashley123 daniel123 robert123 ' +
    'thomas123 andrew123 matthew1 anthony1 william1 stephanie veronica caroline isabella gabriel1 ' +
    'corvette mercedes porsche1 ferrari1 mustang1 liverpool liverpool1 chelsea1 arsenal1 ' +
    'barcelona barcelona1 realmadrid manchester juventus steelers cowboys1 yankees1 lakers24 ' +
    'chocolate chocolate1 butterfly butterfly1 butterfly7 metallica slipknot snickers cookie123 ' +
    'cheese123 banana123 strawberry pineapple elephant dolphins dolphin1 monkey123 dragon12 ' +
    'dragon123 tiger123 master12 master123 shadow12 shadow123 killer123 hunter123 hunter2hunter2 ' +
    'buster123 ginger123 pepper123 maggie123 flower123 summer12 summer123 summer2024 summer2025 ' +
    'winter123 winter2024 winter2025 spring2025 autumn2025 monday123 friday13 january1 december1 ' +
    'midnight midnight1 warcraft minecraft minecraft1 fortnite fortnite1 playstation nintendo ' +
    'hello123 hello1234 hellohello goodluck blessed1 blessing jesus123 jesuschrist godisgood ' +
    'babygirl babygirl1 blink182 rockstar rockstar1 hellokitty sweetheart forever1 beautiful ' +
    'beautiful1 precious fuckyou1 fuckyou123 fuckyou2 asshole1 killer12 ncc1701d thx1138a correcthorse ' +
    'correcthorsebatterystaple ' +
    'bitcoin1 bitcoin123 bitcoin21 bitcoin2024 bitcoin2025 satoshi1 satoshi21 nakamoto ethereum ' +
    'ethereum1 ethereum123 dogecoin dogecoin1 shibainu solana123 binance1 binance123 coinbase ' +
    'coinbase1 metamask metamask1 blockchain blockchain1 crypto123 crypto1234 crypto2024 crypto2025 ' +
    'cryptocurrency tothemoon moonmoon hodlhodl lambo123 whale123 airdrop1 ' +
    'tokensale tokensale1 tokens123 wallet123 saleroom saleroom1 saleroom12 saleroom123 saleroom! ' +
    'saleroom2024 saleroom2025 saleroom2026 saleroomadmin'
  ).split(' '),
)

/** Whether a password, in any case, is one that every attacker tries first. */
export function isVeryCommon(password: string): boolean {
  return VERY_COMMON.has(password.toLowerCase())
}
