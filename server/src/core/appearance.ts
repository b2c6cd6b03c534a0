/** A link, mention or hashtag in a text. Offsets are UTF-16 code units; `end` is exclusive. */
export interface TextRange {
  readonly kind: 'link' | 'mention' | 'hashtag';
  readonly start: number;
  readonly end: number;
  /** The address, or the name without its sign. A ticker keeps its `$`. */
  readonly value: string;
}

type Options = Readonly<Record<string, unknown>>;

/** A link card that a post asks for. */
export interface LinkCard {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
  /** The image of the post is the image of the card. */
  readonly takesImage?: true;
}

/** How a platform shows a post. Options may be unchecked. */
export interface Appearance {
  readonly ranges: (text: string) => readonly TextRange[];
  /** `ranges` follows the platform's published rules or its own library; else it is an approximation. */
  readonly isExact?: true;
  readonly card?: (options: Options) => LinkCard | undefined;
  /** Whether the platform may make a card of a link in the text. */
  readonly mayAddCard?: (options: Options) => boolean;
  /** Descriptions in the options, by position of the item. They win over those of the media. */
  readonly altTexts?: (options: Options) => readonly (string | undefined)[];
}
