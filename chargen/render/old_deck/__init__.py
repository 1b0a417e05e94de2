"""Many pages printed from few layouts.

Laying a page out is what costs. Pages of one *shape* (the same elements, and as many lines in each paragraph) differ
in nothing but their texts and drawings, so the printer lays out the first of them, and further ones are made by
setting their texts and drawings into the same places. What has no shape yet is laid out; what no shape can print (a
letter that our typefaces lack, say) is laid out by itself, as any sheet is.

Read this room in the order leaf, markup, typesetting, paragraph, places, shape, setting, binding.
"""
