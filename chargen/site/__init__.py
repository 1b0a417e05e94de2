"""The studio as a page without a server: what `chargen site` writes, and what runs in the page's worker."""
