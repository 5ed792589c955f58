import { formatDay, type Day } from './day.ts'
import type { Language } from './language.ts'

const nbsp = '\u00A0'

/** Sinhala and Tamil have the symbols in use in Sri Lanka, which `Intl` does not have for Tamil. */
const currencies: Readonly<Record<Language, string>> = { en: 'LKR', si: 'රු.', ta: 'ரூ.' }

const amounts = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/** `12500` → `LKR 12,500`, `රු. 12,500` or `ரூ. 12,500` (with a no-break space); with cents only if they are not zero. */
export function formatLocalPrice(price: number, language: Language): string {
  return currencies[language] + nbsp + amounts.format(price)
}

/** From January, and from Sunday, with spaces between. Not from `Intl`: the months of CLDR 48 in Sinhala are those of the moon. */
const calendars = {
  si: {
    months: 'ජනවාරි පෙබරවාරි මාර්තු අප්‍රේල් මැයි ජූනි ජූලි අගෝස්තු සැප්තැම්බර් ඔක්තෝබර් නොවැම්බර් දෙසැම්බර්',
    weekdays: 'ඉරිදා සඳුදා අඟහරුවාදා බදාදා බ්‍රහස්පතින්දා සිකුරාදා සෙනසුරාදා',
  },
  // February, August and October as Sri Lankan newspapers write them.
  ta: {
    months: 'ஜனவரி பெப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஓகஸ்ட் செப்டம்பர் ஒக்டோபர் நவம்பர் டிசம்பர்',
    weekdays: 'ஞாயிறு திங்கள் செவ்வாய் புதன் வியாழன் வெள்ளி சனி',
  },
}

/** A day as people write it: `Friday 27 November`, `නොවැම්බර් 27 සිකුරාදා`, `வெள்ளி, 27 நவம்பர்`. */
export function formatLocalDay(day: Day, language: Language): string {
  if (language === 'en') return formatDay(day, 'en-GB')
  const date = new Date(day)
  const { months, weekdays } = calendars[language]
  const month = months.split(' ')[date.getUTCMonth()] ?? ''
  const weekday = weekdays.split(' ')[date.getUTCDay()] ?? ''
  const number = date.getUTCDate()
  return language === 'si' ? `${month} ${number} ${weekday}` : `${weekday}, ${number} ${month}`
}
