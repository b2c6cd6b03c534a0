import sharp from 'sharp';

/** Valid images of 48 megapixels, which take long to read. */
export async function largeImages(): Promise<readonly { readonly name: string; readonly content: Buffer }[]> {
  const image = sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#7a1' } });
  return [
    { name: '48-megapixels.png', content: await image.clone().png({ compressionLevel: 1 }).toBuffer() },
    { name: '48-megapixels.jpg', content: await image.clone().jpeg().toBuffer() },
    { name: '48-megapixels.webp', content: await image.clone().webp({ effort: 0 }).toBuffer() },
  ];
}
