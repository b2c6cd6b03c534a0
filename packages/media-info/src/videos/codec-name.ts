/** ffprobe's names, each with the codes of sample descriptions, AVI handlers and the beginnings of Matroska's names. */
const CODES: Readonly<Record<string, string>> = {
  h264: 'avc1 avc2 avc3 avc4 h264 x264 V_MPEG4/ISO/AVC',
  hevc: 'hvc1 hev1 dvh1 dvhe hevc V_MPEGH/ISO/HEVC',
  av1: 'av01 V_AV1',
  vp8: 'vp08 V_VP8',
  vp9: 'vp09 V_VP9',
  mpeg4: 'mp4v xvid divx dx50 fmp4 V_MPEG4/ISO/SP V_MPEG4/ISO/ASP V_MPEG4/MS',
  h263: 's263 h263',
  prores: 'apch apcn apcs apco ap4h ap4x V_PRORES',
  mjpeg: 'jpeg mjpa mjpb mjpg V_MJPEG',
  dnxhd: 'AVdh AVdn',
  aac: 'mp4a A_AAC',
  mp3: '.mp3 A_MPEG/L3',
  ac3: 'ac-3 A_AC3',
  eac3: 'ec-3 A_EAC3',
  alac: 'alac',
  opus: 'Opus A_OPUS',
  vorbis: 'A_VORBIS',
  flac: 'fLaC A_FLAC',
  pcm: 'lpcm sowt twos in24 in32 fl32 ipcm A_PCM',
  amr_nb: 'samr',
  amr_wb: 'sawb',
};

/**
 * ffprobe's name of a codec. An unknown code is returned without the characters that must not be shown. `spelling`: the
 * code as the table spells it, for containers whose writers use both cases.
 */
export function codecName(code: string, spelling = code): string {
  const isKnown = (known: string) => (/^[AV]_/.test(known) ? spelling.startsWith(known) : spelling === known);
  const found = Object.entries(CODES).find(([, codes]) => codes.split(' ').some(isKnown));
  return found?.[0] ?? (code.replace(/[^\w./-]/g, '').slice(0, 32) || 'unknown');
}
