/** Whether a sentence asks, in languages that tell it by their endings and particles rather than by the order of words. */

const end = String.raw`[\s。．.!！…」』）)]*$`;

const japaneseEnds = new RegExp(`(?:か(?:な|ね|しら)?|っけ|は|って|について|に関して)${end}`, 'u');
const japaneseRequest = new RegExp(
  `(?:教え|見せ|探し|説明し|検索し|思い出し|まとめ|調べ|示し)て(?:ください|下さい|くれ|ほしい|もらえますか)?${end}`,
  'u',
);
/** 「何か」 and 「いつも」 ask nothing. */
const japaneseWord =
  /(?:何|なに|なん(?=で|の|番|時)|なぜ|どこ|どう|どの|どれ|どちら|どっち|いつ|だれ|誰|いくつ|いくら|どんな)(?![かも])/u;

export function asksInJapanese(text: string): boolean {
  if (japaneseEnds.test(text.slice(-20)) || japaneseRequest.test(text.slice(-30))) {
    return true;
  }
  const word = japaneseWord.exec(text);
  // 「なぜ遅いのか分かった」: what was asked stands inside of what is told.
  return word ? !text.slice(word.index).includes('か') : isShortName(text);
}

/** Without a verb it names a subject: 「トークン更新」. */
function isShortName(text: string): boolean {
  return text.length <= 12 && !/[。．.!！]/u.test(text) && !/[るたいうくすむぐぶぬだ]$|です|ます|ない/u.test(text);
}

const chineseWord =
  /什么|怎么|怎样|为什么|为何|哪[个些里儿种]?|谁|多少|几(?!乎)|何时|是否|是不是|有没有|能不能|可不可以|如何|什麼|怎麼|為什麼|誰/u;
const chineseEnd = new RegExp(`(?:吗|呢|么|嗎)${end}`, 'u');
const chineseRequest =
  /^(?:请|請)?(?:告诉我|告訴我|问|問|帮我|幫我|查一下|找一下|搜索|查找|解释|解釋|总结|總結|显示|列出|说说)/u;
const chineseVerb = /[是在有用不了将会能由为到需应要使让把被换改给]|决定|因为|采用|運|运行|记住|安排|负责/u;

export function asksWithHan(text: string): boolean {
  if (chineseEnd.test(text.slice(-12)) || chineseRequest.test(text) || chineseWord.test(text)) {
    return true;
  }
  return text.length <= 8 && !chineseVerb.test(text) && !/[。！!：:=]/u.test(text);
}

const koreanEnds = new RegExp(`(?:까|까요|나요|가요|는지|냐|니|죠|지요|대해|관해)${end}`, 'u');
const koreanRequest = new RegExp(
  `(?:알려|보여|찾아|설명해|요약해|말해|검색해|정리해)\\s?(?:줘|줘요|주세요|주십시오|달라|봐)${end}`,
  'u',
);
const koreanWord = /무엇|뭐|뭘|무슨|어디|언제|왜|누구|누가|어떻게|어떤|몇|얼마|어느/u;
const koreanTells = new RegExp(`(?:다|음|함|됨|임)${end}`, 'u');

export function asksInKorean(text: string): boolean {
  const last = text.slice(-20);
  if (koreanEnds.test(last) || koreanRequest.test(last)) {
    return true;
  }
  if (koreanTells.test(last)) {
    return false;
  }
  return koreanWord.test(text) || (!/[요죠자]$|[.!:=]/u.test(text) && text.split(/\s+/u).length <= 3);
}

const thaiWord =
  /ไหม|มั้ย|หรือไม่|หรือเปล่า|หรือยัง|อะไร|ที่ไหน|วันไหน|อันไหน|แบบไหน|ตัวไหน|เมื่อไร|เมื่อไหร่|ทำไม|อย่างไร|ยังไง|ใคร|เท่าไร|เท่าไหร่|กี่/u;
const thaiRequest = /^(?:ช่วย)?(?:บอก|ค้นหา|แสดง|อธิบาย|สรุป|หา)/u;

export function asksWithThai(text: string): boolean {
  return thaiWord.test(text) || thaiRequest.test(text);
}
