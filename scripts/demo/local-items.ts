/** Items with texts in Sinhala and Tamil, and the index of the demo's item whose photos each has. */
export const localItems = [
  {
    like: 13,
    fields: {
      title: 'අතින් ගෙතූ ලොම් තොප්පිය',
      tagline: 'සීතල උදෑසනකට උණුසුම්.',
      price: 4_300,
      category: 'තොප්පි',
      size: 'One size',
      color: 'අළු',
      description: 'මෘදු ලොම් නූල් වලින් අතින් ගෙතූ තොප්පියකි.',
    },
  },
  {
    like: 2,
    fields: {
      title: 'கையால் பின்னிய கம்பளிக் கழுத்துத்துண்டு',
      tagline: 'குளிர் காலைகளுக்கு இதமானது.',
      price: 7_600,
      category: 'கழுத்துத்துண்டுகள்',
      size: '22 × 190 cm',
      color: 'மஞ்சள்',
      description: 'மென்மையான கம்பளி நூலால் கையால் பின்னப்பட்டது.',
    },
  },
  {
    like: 11,
    fields: {
      title: 'ගෙතූ ලොම් මේස්',
      tagline: 'සීතල බිමට උණුසුම් පාද.',
      price: 3_100,
      category: 'මේස්',
      size: '37–40',
      color: 'දුඹුරු',
      description: 'විලුඹ සහ ඇඟිලි තුඩු නූල් දෙකකින් ගෙතූ මේස් යුවළකි.',
    },
  },
  {
    like: 10,
    fields: {
      title: 'நீலக் கம்பளித் தொப்பி',
      tagline: 'மழை நாளுக்கு ஏற்றது.',
      price: 5_100,
      category: 'தொப்பிகள்',
      size: 'One size',
      color: 'நீலம்',
      description: 'கையால் பின்னிய, மென்மையான கம்பளித் தொப்பி.',
    },
  },
  {
    like: 10,
    fields: {
      title: 'නිල් ලොම් තොප්පිය',
      tagline: 'වැසි දවසකට.',
      price: null,
      category: 'තොප්පි',
      size: 'S / M',
      color: 'නිල්',
      description: 'අතින් ගෙතූ, මෘදු ලොම් තොප්පියකි.',
    },
  },
  {
    like: 13,
    fields: {
      title: 'கரும் சாம்பல் கம்பளித் தொப்பி',
      tagline: 'எளிமையானது, கதகதப்பானது.',
      price: 4_400,
      category: 'தொப்பிகள்',
      size: 'M / L',
      color: 'சாம்பல்',
      description: 'தினமும் அணிய ஏற்ற, கையால் பின்னிய தொப்பி.',
    },
  },
] as const
