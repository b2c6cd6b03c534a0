import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { checkedOptions } from '../shared/call-platform.ts';
import { ALT_TEXT_LENGTH_MAX, DESCRIPTION_LENGTH_MAX, TITLE_LENGTH_MAX } from './limits.ts';

/** `platform_data` of a pin: https://developers.pinterest.com/docs/api/v5/pins-create */
export const options = z.strictObject({
  title: z.string().max(TITLE_LENGTH_MAX).optional().meta({ description: 'Title; wins over that of the post' }),
  description: z
    .string()
    .max(DESCRIPTION_LENGTH_MAX)
    .optional()
    .meta({ description: 'Description; wins over the text of the post' }),
  link: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional()
    .meta({ description: 'Address that the pin links to' }),
  alt_text: z
    .string()
    .max(ALT_TEXT_LENGTH_MAX)
    .optional()
    .meta({ description: 'Description of the image; wins over that of the media' }),
  board_section_id: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the number of a section')
    .optional()
    .meta({ description: 'Section of the board' }),
  dominant_color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #6E7874')
    .optional()
    .meta({ description: 'Colour shown while the image loads' }),
});

export type Options = z.output<typeof options>;

/** The content's options, which were checked when the post was accepted. */
export function optionsOf(content: Content): Options {
  return checkedOptions(options, content);
}
