export const firstNames = [
  'Ayşe',
  'Fatma',
  'Zeynep',
  'Elif',
  'Emine',
  'Merve',
  'Büşra',
  'Esra',
  'Gülşen',
  'Şule',
  'Çiğdem',
  'İpek',
  'Özlem',
  'Ümran',
  'Mehmet',
  'Mustafa',
  'Ahmet',
  'Ali',
  'Hüseyin',
  'Hasan',
  'İbrahim',
  'Yusuf',
  'Murat',
  'Ömer',
  'Çağrı',
  'Uğur',
  'Işık',
  'Barış',
] as const;

export const lastNames = [
  'Yılmaz',
  'Kaya',
  'Demir',
  'Şahin',
  'Çelik',
  'Yıldız',
  'Yıldırım',
  'Öztürk',
  'Aydın',
  'Özdemir',
  'Arslan',
  'Doğan',
  'Kılıç',
  'Aslan',
  'Çetin',
  'Kara',
  'Koç',
  'Kurt',
  'Özkan',
  'Şimşek',
  'Güneş',
  'Ünal',
  'Işık',
  'Bulut',
] as const;

export const trades = [
  'Lojistik',
  'Turizm',
  'İnşaat',
  'Gıda',
  'Tekstil',
  'Filo Kiralama',
  'Otomotiv',
  'Nakliyat',
] as const;

export const streets = [
  'Atatürk Cad.',
  'Cumhuriyet Cad.',
  'İstiklal Cad.',
  'Gül Sok.',
  'Çınar Sok.',
  'Lale Sok.',
  'Menekşe Sok.',
  'Bağdat Cad.',
] as const;

/** Cities, each with its name and the number with which its plates begin. */
export const cities = [
  ['İstanbul', '34'],
  ['Ankara', '06'],
  ['İzmir', '35'],
  ['Bursa', '16'],
  ['Antalya', '07'],
  ['Adana', '01'],
  ['Konya', '42'],
  ['Gaziantep', '27'],
  ['Kayseri', '38'],
  ['Eskişehir', '26'],
  ['Samsun', '55'],
  ['Trabzon', '61'],
  ['Muğla', '48'],
  ['Diyarbakır', '21'],
  ['Şanlıurfa', '63'],
] as const;

/** Vehicles: make, the three characters of the maker in a VIN, models, and price of a new one in TRY. */
export const vehicles = [
  ['Fiat', 'NM4', ['Egea', 'Doblo', 'Fiorino'], 1_150_000],
  ['Renault', 'VF1', ['Clio', 'Megane', 'Taliant'], 1_300_000],
  ['Toyota', 'NMT', ['Corolla', 'C-HR', 'Yaris'], 1_600_000],
  ['Hyundai', 'NLH', ['i20', 'Bayon', 'Tucson'], 1_350_000],
  ['Ford', 'NM0', ['Focus', 'Courier', 'Transit'], 1_500_000],
  ['Volkswagen', 'WVW', ['Golf', 'Polo', 'Passat'], 1_900_000],
  ['Honda', 'NLA', ['Civic', 'City', 'HR-V'], 1_700_000],
] as const;

export const banks = ['00010', '00046', '00062', '00064', '00067'] as const;

export const collisions = [
  ['collision', 'Rear-end collision at a junction'],
  ['collision', 'Side impact while changing lanes'],
  ['collision', 'Parked vehicle struck'],
] as const;

export const causes = [
  ...collisions,
  ['glass', 'Windscreen cracked by a stone'],
  ['theft', 'Vehicle parts stolen'],
  ['fire', 'Engine fire while parked'],
  ['hail', 'Hail damage to bonnet and roof'],
  ['flood', 'Engine damage after flooding'],
] as const;
