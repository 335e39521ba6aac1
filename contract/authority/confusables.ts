/**
 * Letters and digits that look like others, after the form that they look like: Unicode 17.0.0, confusables.txt (UTS 39).
 * The table has the lines for Latin, Greek, Cyrillic and Armenian whose form has only letters and digits of these, except
 * what NFKC changes anyway.
 */
const table = `
2:ƧꙄꝚ 3:ƷȜЗӠꝪꞫ 5:Ƽ 6:б 8:Ȣȣ 9:Ꝯ A:ΑА AA:Ꜳ AE:ÆӔ AO:Ꜵ AU:Ꜷ AV:ꜸꜺ AY:Ꜽ B:ΒВꞴ C:С E:ΕЕ F:ϜꞘ G:Ԍ H:ΗН J:ͿЈꞲ K:ΚК
M:ΜϺМ N:Ν O:0ΟОՕ OE:Œ OO:ꚘꝎ P:ΡР R:Ʀ S:ЅՏ T:ΤТ T3:Ꜩ U:Ս V:Ѵ W:Ԝ X:ΧХꞳ Y:ΥУҮ Z:Ζ a:ɑαа aa:ꜳ ae:æӕ ao:ꜵ au:ꜷ
av:ꜹꜻ ay:ꜽ b:ƄЬ bl:Ы c:сᴄ d:ԁ dz:ʣ dȝ:ʤ dʑ:ʥ e:еҽꬲ f:ƒքẝꞙꬵ g:ƍɡցᶃ h:һհ i:ıɩɪιіւꙇ j:ϳј l:1IƖǀΙІӀӏ lO:Ю ll:ǁ
ls:ʪ lz:ʫ lȝ:ɮ n:ոռ o:οσоօᴏᴑꬽ oe:œ oo:ꚙꝏ oᴇ:ɶ p:þƿρϸр q:ԛգզ r:гᴦꭇꭈ rn:m s:ƽѕꜱ tf:ꝷ ts:ʦ tȝ:ꜩ tɕ:ʨ tʃ:ʧ
u:ʋυսᴜꞟꭎꭒ ue:ᵫ uo:ꭣ v:νѵᴠ w:ɯшѡԝաᴡ x:х y:ɣʏγуүᶌỿꭚ z:ᴢ Þ:Ϸ ß:βẞꞵꟖ ĸ:κкᴋ ƅ:ь ƅi:ы Ɔ:ϽↃ Ə:Ә Ɛ:Ԑ ƨ:ᴤꙅ Ʃ:Σ ǝ:əә
ǝo:ᴔ Ƕ:Ԋ ȝ:ʒӡꝫ ȷ:յ Ʌ:ΛЛꟚ ɋ:ᶐ ɔ:ͻᴐↄ ɔe:ꭢ ɜ:зᴈ ɢ:ԍ ɰ:պ ɸ:φф ʃ:ꭍ ʌ:ᴧ ʍ:мᴍ ʘ:Ꙩ ʙ:в ʚ:ꞝ ʜ:н Γ:Г Π:П Φ:ФՓ Ψ:Ѱ λ:ꟛ
π:пᴨ ς:ϛ χ:ꭓꭕ ψ:ѱ ω:ꙍꞷ И:Ͷ Ъl:Ꙑ л:ᴫ љ:ꭠ Ҷ:Ӌ ҷ:ӌ ᴎ:ͷи ᴘ:ᴩ ᴙ:я ᴛ:τт ẟ:δծ Ⱶ:Ͱ Ꙍ:Ꞷ ꜧ:ꞕ Ꜿ:Ͽ ꜿ:ͽ Ꝺ:ꝺ Ꞓ:Є ꞓ:ɛεєԑ ꟎:ʕ꟏
ꟓ:꟒ ꟕ:꟔
`;

const formOf = new Map(
  table
    .trim()
    .replaceAll('\n', ' ')
    .split(' ')
    .flatMap((line) => {
      const [target = '', sources = ''] = line.split(':');
      return Array.from(sources, (letter) => [letter, target] as const);
    }),
);

/** Returns the skeleton of a text (UTS 39, 4): two texts with the same skeleton look alike. */
export const skeleton = (text: string): string =>
  Array.from(text.normalize('NFD'), (letter) => formOf.get(letter) ?? letter)
    .join('')
    .normalize('NFD');
